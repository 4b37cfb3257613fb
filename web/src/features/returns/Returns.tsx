import type { Return } from "@/api/types";
import { sentenceOf } from "@/api/errors";
import { date } from "@/format/date";
import { exact } from "@/format/money";
import "@/messages/later/returns";
import { t } from "@/messages/t";
import { tell, tellFailure } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { useKeepItems } from "./changes";
import styles from "./Returns.module.css";

const WITHDRAWABLE: readonly number[] = [9, 10];
const COMPLETED = 12;
const ENDED: readonly number[] = [13, 14];

interface Props {
  orderId: string;
  orderKey: string | null;
  returns: readonly Return[];
}

/** What came back of an order, or is on its way back. */
export function Returns({ orderId, orderKey, returns }: Props) {
  return (
    <section aria-labelledby="order-returns">
      <h2 id="order-returns">{t("return.list")}</h2>
      <ul className={styles["returns"]}>
        {returns.map((one) => (
          <ReturnEntry key={one.returnId} orderId={orderId} orderKey={orderKey} entry={one} />
        ))}
      </ul>
    </section>
  );
}

function ReturnEntry({
  orderId,
  orderKey,
  entry,
}: Pick<Props, "orderId" | "orderKey"> & { entry: Return }) {
  const keep = useKeepItems({ orderId, key: orderKey });
  return (
    <li className={styles["return"]}>
      <div className={styles["head"]}>
        <h3>{entry.statusLabel}</h3>
        <span className={styles["quiet"]}>
          {t("return.requested", { date: date(entry.requestedAt) })}
        </span>
      </div>
      <p>
        {entry.lines.map(({ quantity, title }) => `${quantity} × ${title}`).join(", ")}
        {entry.withdrawal && ` · ${t("return.withdrawal")}`}
      </p>
      {entry.answer !== "" && <p>{t("return.answer", { answer: entry.answer })}</p>}
      <Money entry={entry} />
      {entry.exchangeOrderId !== null && (
        <p>
          {t(entry.exchangeCancelled ? "return.exchangeCancelled" : "return.exchanged", {
            orderId: entry.exchangeOrderId,
          })}
        </p>
      )}
      {WITHDRAWABLE.includes(entry.status) && (
        <Button
          look="quiet"
          busy={keep.isPending}
          onClick={() =>
            keep.mutate(undefined, {
              onSuccess: () => tell(t("return.kept")),
              onError: (error) => tellFailure(sentenceOf(error)),
            })
          }
        >
          {t("return.keep")}
        </Button>
      )}
    </li>
  );
}

/** What goes back, and where to. */
function Money({ entry }: { entry: Return }) {
  const { toSource, toWallet } = entry;
  if (ENDED.includes(entry.status)) return null;
  if (entry.status !== COMPLETED || toSource === null || toWallet === null) {
    return entry.resolution === "refund" ? (
      <p className={styles["quiet"]}>
        {t("return.amount")}: {exact(entry.amount)}
      </p>
    ) : null;
  }
  const said = [
    toSource.amount > 0 ? t("return.ofSource", { amount: exact(toSource) }) : "",
    toWallet.amount > 0
      ? t(entry.waitsForSignIn ? "return.waits" : "return.ofWallet", { amount: exact(toWallet) })
      : "",
  ];
  return <p>{said.filter((part) => part !== "").join(" · ")}</p>;
}
