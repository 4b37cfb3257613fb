import { lazy, Suspense, useState } from "react";
import type { OrderDetails } from "@/api/types";
import { AddressText } from "@/features/customers/AddressText";
import { t } from "@/messages/t";
import { showErrorToast } from "@/state/toasts";
import styles from "./OrderView.module.css";

const load = () => import("./BillingForm");
const BillingForm = lazy(async () => ({ default: (await load()).BillingForm }));

interface Props {
  order: OrderDetails;
  orderKey: string | null;
}

/** Billing address, note for the courier and gift message, as far as the order has them. */
export function OrderExtras({ order, orderKey }: Props) {
  const { address, billingAddress, deliveryNote, giftMessage, allows } = order;
  const [editing, setEditing] = useState(false);
  const edit = () => {
    void load().then(
      () => setEditing(true),
      () =>
        showErrorToast(t("error.partText"), {
          label: t("action.reload"),
          run: () => window.location.reload(),
        }),
    );
  };
  return (
    <>
      {(billingAddress !== null || allows.editBilling) && (
        <section aria-labelledby="order-billing">
          <h2 id="order-billing">{t("order.billing")}</h2>
          {billingAddress !== null && <AddressText address={billingAddress} />}
          {billingAddress === null && address !== null && <p>{t("order.billingSame")}</p>}
          {allows.editBilling && (
            <button type="button" className={styles["change"]} onClick={edit}>
              {t("order.billingChange")}
            </button>
          )}
          {editing && allows.editBilling && (
            <Suspense>
              <BillingForm order={order} orderKey={orderKey} onClose={() => setEditing(false)} />
            </Suspense>
          )}
        </section>
      )}
      {deliveryNote !== null && (
        <section aria-labelledby="order-note">
          <h2 id="order-note">{t("order.deliveryNote")}</h2>
          <p className={styles["lines"]}>{deliveryNote}</p>
        </section>
      )}
      {giftMessage !== null && (
        <section aria-labelledby="order-gift">
          <h2 id="order-gift">{t("order.giftMessage")}</h2>
          <p className={styles["lines"]}>{giftMessage}</p>
        </section>
      )}
    </>
  );
}
