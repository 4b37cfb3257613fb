import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { t } from "../../messages/t";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { SkeletonRows } from "../../ui/Skeletons";
import { Status } from "../../ui/Status";
import styles from "./imports.module.css";
import { type ImportDetails, type ImportMessage, messagesQuery } from "./queries";

/** Errors and warnings with row, column and value. */
export function Messages({ run }: { run: ImportDetails }) {
  const query = useInfiniteQuery(messagesQuery(run.id, run.state));
  const messages = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.error) {
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} plain />;
  }
  if (query.isPending) return <SkeletonRows />;
  return (
    <>
      {messages.length === 0 ? <p className="quiet">{t("imports.noMessages")}</p> : null}
      <ul className={styles.items}>
        {messages.map((message) => (
          <Message key={message.position} message={message} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
          {t("imports.more")}
        </Button>
      ) : null}
    </>
  );
}

function Message({ message }: { message: ImportMessage }) {
  const { severity, line, column, value, text } = message;
  const isError = severity === "error";
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <Status
          shape={isError ? "late" : "ring"}
          tone={isError ? "bad" : "wait"}
          text={t(`imports.severity.${severity}`)}
        />
        <span className="quiet small">
          {line > 0 ? t("imports.row", { row: line }) : t("imports.notInFile")}
          {column === "" ? "" : ` · ${column}`}
        </span>
      </div>
      <p>{text}</p>
      {value === "" ? null : <p className={styles.cell}>{value}</p>}
    </li>
  );
}
