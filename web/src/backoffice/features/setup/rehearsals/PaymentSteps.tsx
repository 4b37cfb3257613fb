import { tEnum } from "../../../messages/t";
import { Status } from "../../../ui/Status";
import type { PaymentTrial } from "./queries";
import styles from "./rehearsals.module.css";

const LOOKS = {
  passed: { shape: "full", tone: "good" },
  failed: { shape: "late", tone: "bad" },
  skipped: { shape: "ring", tone: "quiet" },
} as const;

/** The steps of a test payment at the provider, with what to do about those that failed. */
export function PaymentSteps({ trial }: { trial: PaymentTrial }) {
  return (
    <ul className={styles.steps}>
      {trial.steps.map(({ name, state, message, advice }) => (
        <li key={name}>
          <Status {...LOOKS[state]} text={tEnum("rehearsal.step", name)} />
          <span>{message}</span>
          {advice ? <span className="quiet">{advice}</span> : null}
        </li>
      ))}
    </ul>
  );
}
