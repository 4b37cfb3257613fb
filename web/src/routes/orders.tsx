import { Link } from "react-router";
import type { OrderSummary } from "@/api/types";
import { ReorderButton } from "@/features/orders/ReorderButton";
import { Orders } from "@/features/orders/Orders";
import { returnLink } from "@/features/orders/returnLink";
import { TrackLink } from "@/features/orders/TrackLink";
import { PayNow } from "@/features/payments/PayNow";
import { DownloadInvoice } from "@/features/returns/DownloadInvoice";
import { useStoreNewestOrders } from "@/features/returns/useStoreNewestOrders";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import { buttonClass } from "@/ui/Button/Button";
import { lazyOptional } from "@/ui/lazy/lazyOptional";
import { PageTitle } from "@/ui/PageTitle/PageTitle";

// Most customers have none, so it does not hold up the list.
const EarlierOrders = lazyOptional(
  async () => (await import("@/features/orders/EarlierOrders")).EarlierOrders,
);

export function Component() {
  useDocumentTitle(t("account.orders"));
  useStoreNewestOrders();
  return (
    <>
      <PageTitle title={t("account.orders")} />
      <Orders actions={(order) => <Actions order={order} />} />
      <EarlierOrders />
    </>
  );
}

/** Actions that the server allows for an order in the list, the most likely first. */
function Actions({ order }: { order: OrderSummary }) {
  const { orderId, allows, lines } = order;
  const mayReview = useAppState((state) => state.availibilityData?.reviews !== false);
  return (
    <>
      {allows.pay && <PayNow orderId={orderId} orderKey={null} />}
      <TrackLink order={order} look="secondary" />
      {allows.review && mayReview && (
        <Link
          className={buttonClass("secondary")}
          to={`/write-review/${encodeURIComponent(orderId)}`}
        >
          {t("order.writeReview")}
        </Link>
      )}
      {allows.returnItems && (
        <Link className={buttonClass("tertiary")} to={returnLink(orderId)}>
          {t("order.return")}
        </Link>
      )}
      {allows.reorder && (
        <ReorderButton orderId={orderId} orderKey={null} lines={lines} look="tertiary" />
      )}
      {allows.invoice && <DownloadInvoice orderId={orderId} />}
    </>
  );
}
