import { Link } from "react-router";
import type { OrderSummary } from "@/api/types";
import { OrderAgain } from "@/features/orders/OrderAgain";
import { Orders } from "@/features/orders/Orders";
import { returnLink } from "@/features/orders/returnLink";
import { TrackLink } from "@/features/orders/TrackLink";
import { PayNow } from "@/features/payments/PayNow";
import { DownloadInvoice } from "@/features/returns/DownloadInvoice";
import "@/messages/later/orders";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { useTitle } from "@/state/useTitle";
import { buttonClass } from "@/ui/Button/Button";
import { PageTitle } from "@/ui/PageTitle/PageTitle";

export function Component() {
  useTitle(t("account.orders"));
  return (
    <>
      <PageTitle title={t("account.orders")} />
      <Orders actions={(order) => <Actions order={order} />} />
    </>
  );
}

/** What can be done with an order of the list, the most likely first; the server says what. */
function Actions({ order }: { order: OrderSummary }) {
  const { orderId, allows, lines } = order;
  const mayReview = useAppState((state) => state.availibilityData?.reviews !== false);
  return (
    <>
      {allows.pay && <PayNow orderId={orderId} orderKey={null} />}
      <TrackLink order={order} look="plain" />
      {allows.review && mayReview && (
        <Link className={buttonClass("plain")} to={`/write-review/${encodeURIComponent(orderId)}`}>
          {t("order.writeReview")}
        </Link>
      )}
      {allows.returnItems && (
        <Link className={buttonClass("quiet")} to={returnLink(orderId)}>
          {t("order.return")}
        </Link>
      )}
      {allows.reorder && (
        <OrderAgain orderId={orderId} orderKey={null} lines={lines} look="quiet" />
      )}
      {allows.invoice && <DownloadInvoice orderId={orderId} />}
    </>
  );
}
