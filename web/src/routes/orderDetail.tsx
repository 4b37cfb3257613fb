import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { Link, type LoaderFunctionArgs, Navigate, useParams, useSearchParams } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import type { OrderDetails } from "@/api/types";
import { isNotFound } from "@/api/errors";
import { waitForData } from "@/api/waitForData";
import { orderLink } from "@/features/orders/links";
import { OrderActions } from "@/features/orders/OrderActions";
import { OrderExtras } from "@/features/orders/OrderExtras";
import { OrderHead } from "@/features/orders/OrderHead";
import { OrderView } from "@/features/orders/OrderView";
import { wasPlacedHere } from "@/features/orders/placedOrder";
import { orderQuery } from "@/features/orders/queries";
import { Documents } from "@/features/returns/Documents";
import { OrderReturns } from "@/features/returns/OrderReturns";
import { ReturnActions } from "@/features/returns/ReturnActions";
import { PaymentStatus } from "@/features/payments/PaymentStatus";
import { loginLink } from "@/features/signin/next";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { waitForSession } from "@/state/waitForSession";
import { showErrorToast } from "@/state/toasts";
import { useVisitedPageTitle } from "@/state/useVisitedPageTitle";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import { buttonClass } from "@/ui/Button/Button";
import { lazyRequired } from "@/ui/lazy/lazyRequired";
import { ErrorAlert, Alert } from "@/ui/Alert/Alert";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./orderDetail.module.css";

const GiftCards = lazyRequired(
  async () => (await import("@/features/orders/giftCards/GiftCards")).GiftCards,
);

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  await waitForSession();
  const key = isLoggedIn() ? null : new URL(request.url).searchParams.get("key") || null;
  const visitor = visitorOf(useAppState.getState());
  return waitForData(
    context.get(queryClientContext).query(orderQuery(visitor, params["orderId"] ?? "", key)),
  );
}

export function Component() {
  const { orderId = "" } = useParams();
  const title = t("order.title", { orderId });
  useDocumentTitle(title);
  useVisitedPageTitle(title);
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
    <OwnOrGuestOrder orderId={orderId} orderKey={key} />
  ) : (
    <LoadedOrder orderId={orderId} orderKey={key} />
  );
}

/** A customer needs no key for their own order, but can open another's with it. */
function OwnOrGuestOrder({ orderId, orderKey }: { orderId: string; orderKey: string }) {
  const visitor = useAppState(visitorOf);
  const { data: own, error } = useQuery(orderQuery(visitor, orderId, null));
  if (own) return <Navigate to={orderLink(orderId)} replace />;
  return error ? <LoadedOrder orderId={orderId} orderKey={orderKey} /> : <OrderSkeleton />;
}

function LoadedOrder({ orderId, orderKey: key }: { orderId: string; orderKey: string | null }) {
  const visitor = useAppState(visitorOf);
  const loggedIn = useAppState(isLoggedIn);
  const mayReview = useAppState((state) => state.availibilityData?.reviews !== false);
  const { data: order, error, refetch } = useQuery(orderQuery(visitor, orderId, key));
  if (!order) {
    if (isNotFound(error)) return loggedIn ? <NoSuchOrder /> : <SignInInstead orderId={orderId} />;
    return error ? (
      <ErrorAlert level={1} error={error} retry={() => void refetch()} />
    ) : (
      <OrderSkeleton />
    );
  }
  if (order.limited) return <LimitedOrder order={order} loggedIn={loggedIn} />;
  return (
    <>
      <OrderHead
        order={order}
        placedHere={wasPlacedHere(orderId)}
        listed={loggedIn && key === null}
      />
      <div className={styles["summary"]}>
        <PaymentStatus order={order} orderKey={key} />
        <OrderActions order={order} orderKey={key} isOwn={loggedIn && key === null}>
          <ReturnActions order={order} orderKey={key} />
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

/** A guest's order that now belongs to an account: its link shows only the status. */
function LimitedOrder({ order, loggedIn }: { order: OrderDetails; loggedIn: boolean }) {
  return (
    <>
      <OrderHead order={order} placedHere={false} listed={false} />
      <div className={styles["summary"]}>
        <p role="status">{t(loggedIn ? "order.limitedOther" : "order.limited")}</p>
        {!loggedIn && (
          <Link className={buttonClass("secondary")} to={loginLink(orderLink(order.orderId))}>
            {t("order.limitedSignIn")}
          </Link>
        )}
      </div>
      <OrderView order={order} />
    </>
  );
}

/** The key is wrong: a signed-in customer may still see the order. */
function SignInInstead({ orderId }: { orderId: string }) {
  useEffect(() => showErrorToast(t("order.linkInvalid")), []);
  return <Navigate to={loginLink(orderLink(orderId))} replace />;
}

function NoSuchOrder() {
  return (
    <Alert level={1} icon="box" title={t("order.notFoundTitle")} text={t("order.notFoundText")}>
      <Link className={buttonClass("secondary")} to="/user-profile/orders">
        {t("order.allOrders")}
      </Link>
      <Link className={buttonClass("tertiary")} to="/find-order">
        {t("findOrder.link")}
      </Link>
      <Link className={buttonClass("tertiary")} to="/contact-us">
        {t("contact.title")}
      </Link>
    </Alert>
  );
}

function OrderSkeleton() {
  return (
    <div className={styles["summary"]} aria-busy="true">
      <Skeleton width="60%" height="40px" />
      <Skeleton width="30%" height="24px" />
      <Skeleton height="320px" />
    </div>
  );
}
