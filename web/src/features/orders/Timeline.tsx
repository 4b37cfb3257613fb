import type { TimelineEntry } from "@/api/types";
import { dateTime } from "@/format/date";
import { t } from "@/messages/t";
import { remainingSteps } from "./statuses";
import styles from "./Timeline.module.css";

/** The order's history, oldest first, and the remaining steps. */
export function Timeline({
  timeline,
  status,
}: {
  timeline: readonly TimelineEntry[];
  status: number;
}) {
  return (
    <ol className={styles["timeline"]}>
      {timeline.map((entry, index) => (
        <li
          key={`${entry.status} ${entry.time} ${entry.label}`}
          aria-current={index === timeline.length - 1 ? "step" : undefined}
        >
          <span className={styles["label"]}>{entry.label}</span>
          <span className={styles["time"]}>
            <time dateTime={entry.time}>{dateTime(entry.time)}</time>
            {entry.by === "customer" && ` · ${t("order.byCustomer")}`}
          </span>
        </li>
      ))}
      {remainingSteps(status).map((label) => (
        <li key={label} data-ahead="">
          <span className={styles["label"]}>{label}</span>
          <span className="visually-hidden">{t("order.stepAhead")}</span>
        </li>
      ))}
    </ol>
  );
}
