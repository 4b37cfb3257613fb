import type { WithdrawalStated } from "@/api/types";
import { dateTime } from "@/format/date";
import { t, tEnum } from "@/messages/t";
import styles from "./Forms.module.css";

/** Confirms when a withdrawal was received, and what happens next. */
export function WithdrawalReceipt({ withdrawal }: { withdrawal: WithdrawalStated }) {
  const { receivedAt, sentTo, outcome } = withdrawal;
  return (
    <div className={styles["form"]} role="status">
      <p className={styles["statement"]}>
        {t("withdraw.doneText", { time: dateTime(receivedAt), contact: sentTo })}
      </p>
      <p>{tEnum("withdraw.outcome", outcome, "withdraw.outcomeOther")}</p>
    </div>
  );
}
