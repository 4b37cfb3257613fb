import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import type { TicketSummary } from "@/api/types";
import { date } from "@/format/date";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { buttonClass } from "@/ui/Button/Button";
import { ErrorAlert, Alert } from "@/ui/Alert/Alert";
import { readPage } from "@/ui/Pagination/readPage";
import { Pagination } from "@/ui/Pagination/Pagination";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { ticketsQuery } from "./queries";
import styles from "./Tickets.module.css";
import { useCorrectUnreadCount } from "./unreadCount";

/** The customer's tickets. */
export function Tickets() {
  const visitor = useAppState(visitorOf);
  const [parameters] = useSearchParams();
  const page = readPage(parameters);
  const { data, error, refetch } = useQuery(ticketsQuery(visitor, page));
  useCorrectUnreadCount(data);
  const add = (
    <Link className={buttonClass()} to="?new=1">
      {t("support.new")}
    </Link>
  );
  return (
    <>
      <PageTitle
        title={t("support.title")}
        action={data && data.items.length > 0 ? add : undefined}
      />
      {!data ? (
        error ? (
          <ErrorAlert error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton height="240px" />
        )
      ) : data.items.length === 0 ? (
        <Alert icon="chat" title={t("support.emptyTitle")} text={t("support.emptyText")}>
          {add}
        </Alert>
      ) : (
        <>
          <ul className={styles["list"]}>
            {data.items.map((ticket) => (
              <TicketRow key={ticket.ticketId} ticket={ticket} />
            ))}
          </ul>
          <Pagination
            page={data.page}
            pageSize={data.pageSize}
            total={data.total}
            linkTo={(number) => `?page=${number}`}
          />
        </>
      )}
    </>
  );
}

function TicketRow({ ticket }: { ticket: TicketSummary }) {
  const { ticketId, subject, label, unread, updatedAt } = ticket;
  return (
    <li className={styles["row"]}>
      <div className={styles["text"]}>
        <h2>
          <Link to={`?${new URLSearchParams({ ticket: ticketId })}`}>{subject}</Link>
        </h2>
        <p className={styles["quiet"]}>
          {ticketId} · {t("support.updated", { date: date(updatedAt) })}
        </p>
      </div>
      {unread && <span className={styles["unread"]}>{t("support.unread")}</span>}
      <span className={styles["status"]}>{label}</span>
    </li>
  );
}
