import type { WithdrawalStated } from "@/api/types";
import { dateTime } from "@/format/date";
import "@/messages/later/returns";
import { t, tOf } from "@/messages/t";
import styles from "./Forms.module.css";

/** What became of a statement of withdrawal: that it has come in, when, and what happens now. */
export function Withdrawn({ stated }: { stated: WithdrawalStated }) {
  return (
    <div className={styles["form"]} role="status">
      <p className={styles["statement"]}>
        {t("withdraw.doneText", { time: dateTime(stated.receivedAt), contact: stated.sentTo })}
      </p>
      <p>{tOf("withdraw.outcome", stated.outcome, "withdraw.outcomeOther")}</p>
    </div>
  );
}
