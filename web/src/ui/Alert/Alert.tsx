import type { ReactNode } from "react";
import { errorMessage, errorMessageOr, fieldErrors } from "@/api/errors";
import { t } from "@/messages/t";
import { Button } from "../Button/Button";
import { Icon, type IconName } from "../Icon/Icon";
import styles from "./Alert.module.css";

interface Props {
  title: string;
  text?: string;
  icon?: IconName;
  /** Links or buttons. */
  children?: ReactNode;
  /** Heading level. */
  level?: 1 | 2 | 3;
}

/** The empty state of a page or a part of it: what would be here, and what to do next. */
export function Alert({ title, text, icon, children, level = 2 }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles["alert"]}>
      {icon && (
        <span className={styles["icon"]}>
          <Icon name={icon} />
        </span>
      )}
      <Heading className={styles["title"]}>{title}</Heading>
      {text !== undefined && <p className={styles["text"]}>{text}</p>}
      {children !== undefined && <div className={styles["actions"]}>{children}</div>}
    </div>
  );
}

interface ErrorProps {
  error: unknown;
  retry: () => void;
  /** Message if the server sent none. */
  fallback?: string;
  /** 1 where it is shown instead of a page. */
  level?: Props["level"];
}

/** The error state: what happened, with a button to try again. */
export function ErrorAlert({ error, retry, fallback, level = 2 }: ErrorProps) {
  // No field can be marked here, so the message of the first invalid field is shown.
  const text =
    Object.values(fieldErrors(error))[0] ??
    (fallback === undefined ? errorMessage(error) : errorMessageOr(error, fallback));
  return (
    <div role="alert">
      <Alert level={level} title={t("error.title")} text={text}>
        <Button variant="secondary" onClick={retry}>
          {t("action.tryAgain")}
        </Button>
      </Alert>
    </div>
  );
}
