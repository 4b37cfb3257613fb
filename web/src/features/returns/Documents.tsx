import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "@/api/errors";
import { lookUp } from "@/api/lookUp";
import type { OrderDetails } from "@/api/types";
import { date } from "@/format/date";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { showErrorToast } from "@/state/toasts";
import { Icon } from "@/ui/Icon/Icon";
import { useDownloadDocument } from "./changes";
import { documentsQuery } from "./queries";
import styles from "./Documents.module.css";

const NAMES = { invoice: "order.invoice", credit_note: "document.creditNote" } as const;

interface Props {
  order: OrderDetails;
  orderKey: string | null;
}

/** The invoice and the credit notes of an order, as downloads. */
export function Documents({ order, orderKey }: Props) {
  const { orderId, status, paymentStatus } = order;
  const visitor = useAppState(visitorOf);
  const ref = { orderId, key: orderKey };
  const { data } = useQuery(documentsQuery({ visitor, ...ref }, status, paymentStatus));
  const download = useDownloadDocument(ref);
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="order-documents">
      <h2 id="order-documents">{t("document.title")}</h2>
      <ul className={styles["documents"]}>
        {data.map(({ number, kind, issuedAt, total }) => (
          <li key={number}>
            <button
              type="button"
              className={styles["download"]}
              aria-disabled={download.isPending || undefined}
              onClick={() => {
                if (download.isPending) return;
                download.mutate(number, {
                  onError: (error) => showErrorToast(errorMessage(error)),
                });
              }}
            >
              <Icon name="download" />
              {t(lookUp(NAMES, kind, "document.other"))}
            </button>
            <span className={styles["quiet"]}>
              {t("document.issued", { number, date: date(issuedAt), amount: exact(total) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
