import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { Link, type LoaderFunctionArgs, Navigate, useParams, useSearchParams } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import type { OrderDetails } from "@/api/types";
import { isNotFound } from "@/api/errors";
import { settle } from "@/api/settle";
import { orderLink } from "@/features/orders/links";
import { OrderActions } from "@/features/orders/OrderActions";
import { OrderExtras } from "@/features/orders/OrderExtras";
import { OrderHead } from "@/features/orders/OrderHead";
import { OrderView } from "@/features/orders/OrderView";
import { wasPlacedHere } from "@/features/orders/placedOrder";
import { orderQuery } from "@/features/orders/queries";
import { Documents } from "@/features/returns/Documents";
import { OrderReturns } from "@/features/returns/OrderReturns";
import { TakeBack } from "@/features/returns/TakeBack";
import { PaymentNews } from "@/features/payments/PaymentNews";
import { loginLink } from "@/features/signin/next";
import "@/messages/later/orders";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { sessionRestored } from "@/state/sessionRestored";
import { tellFailure } from "@/state/toasts";
import { usePlaceTitle } from "@/state/usePlaceTitle";
import { useTitle } from "@/state/useTitle";
import { buttonClass } from "@/ui/Button/Button";
import { lazyPart } from "@/ui/lazyPart";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./orderDetail.module.css";

const GiftCards = lazyPart(
  async () => (await import("@/features/orders/giftCards/GiftCards")).GiftCards,
);

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  await sessionRestored();
  const key = isLoggedIn() ? null : new URL(request.url).searchParams.get("key") || null;
  const visitor = visitorOf(useAppState.getState());
  return settle(
    context.get(queryClientContext).query(orderQuery(visitor, params["orderId"] ?? "", key)),
  );
}

export function Component() {
  const { orderId = "" } = useParams();
  const title = t("order.title", { orderId });
  useTitle(title);
  usePlaceTitle(title);
  return (
    <main className="wrap" id="content">
      <Order orderId={orderId} />
    </main>
  );
}

function Order({ orderId }: { orderId: string }) {
  const [parameters] = useSearchParams();
  const key = parameters.get("key") || null;
  const loggedIn = useAppState(isLoggedIn);
  return key !== null && loggedIn ? (
    <PerhapsOwnOrder orderId={orderId} orderKey={key} />
  ) : (
    <ShownOrder orderId={orderId} orderKey={key} />
  );
}

/** A customer needs no key for an order of their own; with it they can see another's. */
function PerhapsOwnOrder({ orderId, orderKey }: { orderId: string; orderKey: string }) {
  const visitor = useAppState(visitorOf);
  const { data: own, error } = useQuery(orderQuery(visitor, orderId, null));
  if (own) return <Navigate to={orderLink(orderId)} replace />;
  return error ? <ShownOrder orderId={orderId} orderKey={orderKey} /> : <OrderSkeleton />;
}

function ShownOrder({ orderId, orderKey: key }: { orderId: string; orderKey: string | null }) {
  const visitor = useAppState(visitorOf);
  const loggedIn = useAppState(isLoggedIn);
  const mayReview = useAppState((state) => state.availibilityData?.reviews !== false);
  const { data: order, error, refetch } = useQuery(orderQuery(visitor, orderId, key));
  if (!order) {
    if (isNotFound(error)) return loggedIn ? <NoSuchOrder /> : <SignInInstead orderId={orderId} />;
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <OrderSkeleton />;
  }
  if (order.limited) return <OrderOfAnAccount order={order} loggedIn={loggedIn} />;
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
        extras={<OrderExtras order={order} orderKey={key} />}
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

/** An order that belongs to an account by now: its link shows where it stands, and no more. */
function OrderOfAnAccount({ order, loggedIn }: { order: OrderDetails; loggedIn: boolean }) {
  return (
    <>
      <OrderHead order={order} placedHere={false} listed={false} />
      <div className={styles["now"]}>
        <p role="status">{t(loggedIn ? "order.limitedOther" : "order.limited")}</p>
        {!loggedIn && (
          <Link className={buttonClass("plain")} to={loginLink(orderLink(order.orderId))}>
            {t("order.limitedSignIn")}
          </Link>
        )}
      </div>
      <OrderView order={order} />
    </>
  );
}

/** A guest's key fits no order: signing in may show it. */
function SignInInstead({ orderId }: { orderId: string }) {
  useEffect(() => tellFailure(t("order.linkInvalid")), []);
  return <Navigate to={loginLink(orderLink(orderId))} replace />;
}

function NoSuchOrder() {
  return (
    <Notice level={1} icon="box" title={t("order.notFoundTitle")} text={t("order.notFoundText")}>
      <Link className={buttonClass("plain")} to="/user-profile/orders">
        {t("order.allOrders")}
      </Link>
      <Link className={buttonClass("quiet")} to="/find-order">
        {t("findOrder.link")}
      </Link>
      <Link className={buttonClass("quiet")} to="/contact-us">
        {t("contact.title")}
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
