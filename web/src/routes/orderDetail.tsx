import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { isNotFound } from "@/api/errors";
import { settle } from "@/api/settle";
import { OrderActions } from "@/features/orders/OrderActions";
import { OrderHead } from "@/features/orders/OrderHead";
import { OrderView } from "@/features/orders/OrderView";
import { wasPlacedHere } from "@/features/orders/placedOrder";
import { orderQuery } from "@/features/orders/queries";
import { Documents } from "@/features/returns/Documents";
import { OrderReturns } from "@/features/returns/OrderReturns";
import { TakeBack } from "@/features/returns/TakeBack";
import { PaymentNews } from "@/features/payments/PaymentNews";
import { sessionRestored } from "@/features/signin/session";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { useTitle } from "@/state/useTitle";
import { buttonClass } from "@/ui/Button/Button";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./orderDetail.module.css";

const GiftCards = lazy(async () => ({
  default: (await import("@/features/orders/giftCards/GiftCards")).GiftCards,
}));

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  await sessionRestored();
  const key = new URL(request.url).searchParams.get("key");
  const visitor = visitorOf(useAppState.getState());
  return settle(
    context.get(queryClientContext).query(orderQuery(visitor, params["orderId"] ?? "", key)),
  );
}

export function Component() {
  const { orderId = "" } = useParams();
  useTitle(t("order.title", { orderId }));
  return (
    <main className="wrap" id="content">
      <Order orderId={orderId} />
    </main>
  );
}

function Order({ orderId }: { orderId: string }) {
  const [parameters] = useSearchParams();
  const key = parameters.get("key");
  const visitor = useAppState(visitorOf);
  const loggedIn = useAppState(isLoggedIn);
  const mayReview = useAppState((state) => state.availibilityData?.reviews !== false);
  const { data: order, error, refetch } = useQuery(orderQuery(visitor, orderId, key));
  if (!order) {
    if (isNotFound(error)) return <NoSuchOrder loggedIn={loggedIn} />;
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <OrderSkeleton />;
  }
  return (
    <>
      <OrderHead
        order={order}
        placedHere={wasPlacedHere(orderId)}
        listed={loggedIn && key === null}
      />
      <div className={styles["now"]}>
        <PaymentNews order={order} orderKey={key} />
        <OrderActions order={order} orderKey={key} loggedIn={loggedIn && key === null}>
          <TakeBack order={order} orderKey={key} />
        </OrderActions>
      </div>
      <OrderView
        order={order}
        returns={
          <>
            {order.lines.some(({ giftCard }) => giftCard !== null) && (
              <Suspense fallback={<Skeleton height="96px" />}>
                <GiftCards order={order} orderKey={key} />
              </Suspense>
            )}
            <OrderReturns order={order} orderKey={key} />
          </>
        }
        documents={<Documents order={order} orderKey={key} />}
        lineAction={(line) =>
          order.deliveredAt !== null && loggedIn && key === null && mayReview ? (
            <Link
              className={styles["review"]}
              to={`/write-review/${encodeURIComponent(orderId)}?sku=${line.skuId}`}
            >
              {t("order.writeReview")}
            </Link>
          ) : null
        }
      />
    </>
  );
}

function NoSuchOrder({ loggedIn }: { loggedIn: boolean }) {
  return (
    <Notice level={1} icon="box" title={t("order.notFoundTitle")} text={t("order.notFoundText")}>
      <Link className={buttonClass("plain")} to={loggedIn ? "/user-profile/orders" : "/"}>
        {t(loggedIn ? "order.allOrders" : "action.continueShopping")}
      </Link>
    </Notice>
  );
}

function OrderSkeleton() {
  return (
    <div className={styles["now"]} aria-busy="true">
      <Skeleton width="60%" height="40px" />
      <Skeleton width="30%" height="24px" />
      <Skeleton height="320px" />
    </div>
  );
}
