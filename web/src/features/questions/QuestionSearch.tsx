import { t } from "@/messages/t";
import styles from "./Questions.module.css";

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
        className={styles["search"]}
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
