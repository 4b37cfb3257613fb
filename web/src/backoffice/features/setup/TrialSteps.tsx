import { Status } from "../../ui/Status";
import styles from "./Settings.module.css";

const LOOKS = {
  passed: { shape: "full", tone: "good" },
  failed: { shape: "late", tone: "bad" },
  skipped: { shape: "ring", tone: "quiet" },
} as const;

interface Step {
  title: string;
  state: keyof typeof LOOKS;
  message: string;
  advice: string | null;
}

/** The steps of a trial, with what to do about those that failed. */
export function TrialSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ul className={styles.steps}>
      {steps.map(({ title, state, message, advice }) => (
        <li key={title}>
          <Status {...LOOKS[state]} text={title} />
          <span>{message}</span>
          {advice ? <span className="quiet">{advice}</span> : null}
        </li>
      ))}
    </ul>
  );
}
