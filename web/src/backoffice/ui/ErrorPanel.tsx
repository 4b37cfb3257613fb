import { Button } from "@mantine/core";
import { ApiError, errorMessage } from "../api/errors";
import { t } from "../messages/t";
import { CopyText } from "./CopyText";
import styles from "./ErrorPanel.module.css";
import { Icon } from "./Icon";
import { RecordMissing } from "./RecordMissing";

/** The id under which the server's log has the request. */
function RequestId({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.requestId === null) return null;
  return (
    <span className={styles.request}>
      {t("error.requestId")} <CopyText text={error.requestId} />
    </span>
  );
}

interface PanelProps {
  error: unknown;
  /** What could not be shown: "Orders could not be loaded." */
  title?: string;
  onRetry?: () => void;
  /** Without a border, inside a panel. */
  plain?: boolean;
}

/** Stands in for what could not be loaded; the rest of the page goes on working. */
export function ErrorPanel({ error, title, onRetry, plain = false }: PanelProps) {
  // Nothing failed: the record does not exist, and trying again does not help.
  if (error instanceof ApiError && error.status === 404 && !plain) return <RecordMissing />;
  return (
    <div className={styles.error} role="alert" data-plain={plain || undefined}>
      <p className={styles.what}>
        <Icon name="warn" /> {title ?? errorMessage(error)}
      </p>
      {title ? <p>{errorMessage(error)}</p> : null}
      {onRetry ? <Button onClick={onRetry}>{t("ui.tryAgain")}</Button> : null}
      <RequestId error={error} />
    </div>
  );
}

/** The error of a change, beside its button: what failed, and whether anything was changed. */
export function ErrorNote({ error, isWrite = false }: { error: unknown; isWrite?: boolean }) {
  if (error === null || error === undefined) return null;
  const unsure = error instanceof ApiError && error.mayHaveChanged;
  return (
    <div className={styles.note} role="alert">
      <p>{errorMessage(error)}</p>
      {isWrite ? <p>{t(unsure ? "error.maybeChanged" : "error.nothingChanged")}</p> : null}
      <RequestId error={error} />
    </div>
  );
}
