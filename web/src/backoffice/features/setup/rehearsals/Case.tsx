import { t, tEnum } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import { Facts } from "../../../ui/Panel";
import { Status } from "../../../ui/Status";
import type { RehearsalCase } from "./queries";
import styles from "./rehearsals.module.css";

/** A case: its verdict, and on demand what was expected, what happened, and the evidence. */
export function Case({ case: one }: { case: RehearsalCase }) {
  const isPassed = one.verdict === "passed";
  return (
    <li>
      <details open={!isPassed}>
        <summary>
          <Icon name="down" small />
          <span className={styles.title}>
            <strong>{one.title}</strong>
            <span className="quiet">{one.expected}</span>
          </span>
          <Status
            shape={isPassed ? "full" : "late"}
            tone={isPassed ? "good" : "bad"}
            text={tEnum("rehearsal.verdict", one.verdict)}
            pill={!isPassed}
          />
        </summary>
        <div className={styles.found}>
          {one.error ? <p className="bad">{one.error}</p> : null}
          <Checks checks={one.checks} />
          {one.evidence ? <Evidence evidence={one.evidence} /> : null}
        </div>
      </details>
    </li>
  );
}

function Checks({ checks }: { checks: RehearsalCase["checks"] }) {
  if (checks.length === 0) return null;
  return (
    <table className={styles.checks}>
      <thead>
        <tr>
          <th scope="col">{t("rehearsal.fact")}</th>
          <th scope="col">{t("rehearsal.expected")}</th>
          <th scope="col">{t("rehearsal.happened")}</th>
        </tr>
      </thead>
      <tbody>
        {checks.map(({ name, title, expected, happened, passed }) => (
          <tr key={name}>
            <th scope="row">{title}</th>
            <td>{expected}</td>
            <td className={passed ? undefined : "bad strong"}>{happened}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Evidence({ evidence }: { evidence: NonNullable<RehearsalCase["evidence"]> }) {
  const lists = [
    { label: t("rehearsal.events"), entries: evidence.events },
    { label: t("rehearsal.ledger"), entries: evidence.ledger },
    { label: t("rehearsal.timeline"), entries: evidence.timeline },
    {
      label: t("rehearsal.emails"),
      entries: evidence.emails.map(({ to, subject }) => `${subject} (${to})`),
    },
  ];
  return (
    <div>
      <Facts
        facts={[
          { label: t("rehearsal.order"), value: evidence.order },
          { label: t("rehearsal.attempt"), value: evidence.attempt },
        ]}
      />
      {lists
        .filter(({ entries }) => entries.length > 0)
        .map(({ label, entries }) => (
          <div key={label} className={styles.list}>
            <h3>{label}</h3>
            <ul>
              {entries.map((entry, place) => (
                <li key={place}>{entry}</li>
              ))}
            </ul>
          </div>
        ))}
    </div>
  );
}
