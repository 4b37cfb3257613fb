import { Link } from "react-router";
import { t } from "../../messages/t";
import { Status } from "../../ui/Status";
import type { Finding } from "./queries";
import styles from "./health.module.css";

/** Findings with what to do, and the way to the screen that mends them. */
export function FindingRows({ items }: { items: readonly Finding[] }) {
  return (
    <ul className={styles.rows}>
      {items.map((finding, index) => (
        <li key={index} className={styles.check}>
          <FindingStatus state={finding.state} />
          <strong>{finding.about}</strong>
          <div className={styles.message}>
            {finding.message}
            {finding.state === "wrong" && finding.advice ? (
              <p className={styles.advice}>{finding.advice}</p>
            ) : null}
          </div>
          {finding.screen ? (
            <Link
              className="link"
              to={finding.screen}
              aria-label={t("health.openNamed", { about: finding.about })}
            >
              {t("health.open")}
            </Link>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function FindingStatus({ state }: { state: Finding["state"] }) {
  if (state === "wrong") return <Status shape="late" tone="bad" text={t("health.wrong")} />;
  if (state === "note") return <Status shape="half" tone="info" text={t("health.note")} />;
  return <Status shape="full" tone="good" text={t("health.ok")} />;
}
