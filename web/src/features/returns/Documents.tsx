import { useQuery } from "@tanstack/react-query";
import { sentenceOf } from "@/api/errors";
import { known } from "@/api/known";
import type { OrderDetails } from "@/api/types";
import { date } from "@/format/date";
import { exact } from "@/format/money";
import "@/messages/later/returns";
import "@/messages/later/orders";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { tellFailure } from "@/state/toasts";
import { Icon } from "@/ui/Icon/Icon";
import { useDownload } from "./changes";
import { documentsQuery } from "./queries";
import styles from "./Documents.module.css";

const NAMES = { invoice: "order.invoice", credit_note: "document.creditNote" } as const;

interface Props {
  order: OrderDetails;
  orderKey: string | null;
}

/** The invoice and the credit notes of an order, to be downloaded; nothing while there are none. */
export function Documents({ order, orderKey }: Props) {
  const { orderId, status, paymentStatus } = order;
  const visitor = useAppState(visitorOf);
  const addressed = { orderId, key: orderKey };
  const { data } = useQuery(documentsQuery({ visitor, ...addressed }, status, paymentStatus));
  const download = useDownload(addressed);
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
                download.mutate(number, { onError: (error) => tellFailure(sentenceOf(error)) });
              }}
            >
              <Icon name="download" />
              {t(known(NAMES, kind, "document.other"))}
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
