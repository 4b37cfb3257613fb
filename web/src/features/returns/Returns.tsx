import type { Return } from "@/api/types";
import { errorMessage } from "@/api/errors";
import { date } from "@/format/date";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { showToast, showErrorToast } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { useCancelReturn } from "./changes";
import styles from "./Returns.module.css";

const CANCELLABLE: readonly number[] = [9, 10];
const COMPLETED = 12;
const ENDED: readonly number[] = [13, 14];

interface Props {
  orderId: string;
  orderKey: string | null;
  returns: readonly Return[];
}

/** Returns of an order, requested or done. */
export function Returns({ orderId, orderKey, returns }: Props) {
  return (
    <section aria-labelledby="order-returns">
      <h2 id="order-returns">{t("return.list")}</h2>
      <ul className={styles["returns"]}>
        {returns.map((entry) => (
          <ReturnEntry key={entry.returnId} orderId={orderId} orderKey={orderKey} entry={entry} />
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
  const cancel = useCancelReturn({ orderId, key: orderKey });
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
      <Refund entry={entry} />
      {entry.exchangeOrderId !== null && (
        <p>
          {t(entry.exchangeCancelled ? "return.exchangeCancelled" : "return.exchanged", {
            orderId: entry.exchangeOrderId,
          })}
        </p>
      )}
      {CANCELLABLE.includes(entry.status) && (
        <Button
          variant="tertiary"
          busy={cancel.isPending}
          onClick={() =>
            cancel.mutate(undefined, {
              onSuccess: () => showToast(t("return.kept")),
              onError: (error) => showErrorToast(errorMessage(error)),
            })
          }
        >
          {t("return.keep")}
        </Button>
      )}
    </li>
  );
}

/** The refund, and where it goes. */
function Refund({ entry }: { entry: Return }) {
  const { toSource, toWallet } = entry;
  if (ENDED.includes(entry.status)) return null;
  if (entry.status !== COMPLETED || toSource === null || toWallet === null) {
    return entry.resolution === "refund" ? (
      <p className={styles["quiet"]}>
        {t("return.amount")}: {exact(entry.amount)}
      </p>
    ) : null;
  }
  const parts = [
    toSource.amount > 0 ? t("return.ofSource", { amount: exact(toSource) }) : "",
    toWallet.amount > 0
      ? t(entry.waitsForSignIn ? "return.waits" : "return.ofWallet", { amount: exact(toWallet) })
      : "",
  ];
  return <p>{parts.filter((part) => part !== "").join(" · ")}</p>;
}
