import { t } from "@/messages/t";
import styles from "./Questions.module.css";
import { cx } from "@/ui/cx";

interface Props {
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}

/** Searches the questions while the shopper types. */
export function QuestionSearch({ value, problem, onChange }: Props) {
  return (
    <>
      <input
        type="search"
        className={cx(styles["search"], "needs-script")}
        aria-label={t("questions.search")}
        placeholder={t("questions.search")}
        value={value}
        aria-invalid={problem === undefined ? undefined : true}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem !== undefined && (
        <p className={styles["problem"]} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
