import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import type { TicketSummary } from "@/api/types";
import { date } from "@/format/date";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { buttonClass } from "@/ui/Button/Button";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";
import { pageIn } from "@/ui/Pages/pageIn";
import { Pages } from "@/ui/Pages/Pages";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { ticketsQuery } from "./queries";
import styles from "./Tickets.module.css";
import { useFinding } from "./unread";

/** The customer's tickets and the way to a new one. */
export function Tickets() {
  const visitor = useAppState(visitorOf);
  const [parameters] = useSearchParams();
  const page = pageIn(parameters);
  const { data, error, refetch } = useQuery(ticketsQuery(visitor, page));
  useFinding(data);
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
          <FailureNotice error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton height="240px" />
        )
      ) : data.items.length === 0 ? (
        <Notice icon="chat" title={t("support.emptyTitle")} text={t("support.emptyText")}>
          {add}
        </Notice>
      ) : (
        <>
          <ul className={styles["list"]}>
            {data.items.map((ticket) => (
              <TicketRow key={ticket.ticketId} ticket={ticket} />
            ))}
          </ul>
          <Pages
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
      <div className={styles["words"]}>
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
