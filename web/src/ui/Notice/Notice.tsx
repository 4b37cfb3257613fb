import type { ReactNode } from "react";
import { ApiError, sentenceOf, sentenceOr } from "@/api/errors";
import { t } from "@/messages/t";
import { Button } from "../Button/Button";
import { Icon, type IconName } from "../Icon/Icon";
import styles from "./Notice.module.css";

interface Props {
  title: string;
  text?: string;
  icon?: IconName;
  /** The way on: a link or a button. */
  children?: ReactNode;
  /** The level of the heading where it stands. */
  level?: 1 | 2 | 3;
}

/** What stands where there is nothing to show: what it is for and the way on. */
export function Notice({ title, text, icon, children, level = 2 }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles["notice"]}>
      {icon && (
        <span className={styles["icon"]}>
          <Icon name={icon} />
        </span>
      )}
      <Heading className={styles["title"]}>{title}</Heading>
      {text !== undefined && <p className={styles["text"]}>{text}</p>}
      {children !== undefined && <div className={styles["way"]}>{children}</div>}
    </div>
  );
}

interface FailureProps {
  error: unknown;
  retry: () => void;
  /** What the area says where the server said nothing. */
  fallback?: string;
}

/** What happened, and trying again. */
export function FailureNotice({ error, retry, fallback }: FailureProps) {
  // Where no field can be marked, what is wrong with one is the sentence.
  const [field] = error instanceof ApiError ? Object.values(error.fields) : [];
  const text =
    field?.[0] ?? (fallback === undefined ? sentenceOf(error) : sentenceOr(error, fallback));
  return (
    <div role="alert">
      <Notice title={t("error.title")} text={text}>
        <Button look="plain" onClick={retry}>
          {t("action.tryAgain")}
        </Button>
      </Notice>
    </div>
  );
}
