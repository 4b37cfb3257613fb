import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";
import { t, tEnum } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ErrorNote, ErrorPanel } from "../../ui/ErrorPanel";
import { Money } from "../../ui/Money";
import { Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/Skeletons";
import { toast } from "../../ui/toasts";
import { When } from "../../ui/When";
import { customerQuery, giftCardsQuery, reviewsQuery, signInsQuery, ticketsQuery } from "./queries";
import styles from "./records.module.css";

type ReviewStatus = components["schemas"]["OperatorReview"]["status"];

interface ListProps {
  title: string;
  query: { isPending: boolean; error: unknown; refetch: () => unknown };
  empty: string;
  count: number;
  actions?: ReactNode;
  children: ReactNode;
}

/** A panel of rows with its own loading, empty and error state. */
function ListPanel({ title, query, empty, count, actions, children }: ListProps) {
  return (
    <Panel title={title} flush actions={actions}>
      {query.error ? (
        <ErrorPanel plain error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <SkeletonRows rows={2} />
      ) : count === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <ul className={styles.rows}>{children}</ul>
      )}
    </Panel>
  );
}

export function TicketsPanel({ customerId }: { customerId: number }) {
  const query = useQuery(ticketsQuery(customerId));
  const tickets = query.data ?? [];
  return (
    <ListPanel
      title={t("customers.tickets")}
      query={query}
      empty={t("customers.noTickets")}
      count={tickets.length}
    >
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <Link to={`/support/${ticket.id}`} className="link">
            {ticket.subject}
          </Link>
          <span className={styles.grow}>
            {tEnum("customers.ticketStatus", statusOf(ticket.status))}
          </span>
          <span className="quiet">
            <When at={ticket.createdAt} as="day" />
          </span>
        </li>
      ))}
    </ListPanel>
  );
}

function statusOf(status: number): "open" | "inProgress" | "closed" {
  return (["open", "inProgress", "closed"] as const)[status] ?? "open";
}

export function ReviewsPanel({ customerId }: { customerId: number }) {
  const query = useQuery(reviewsQuery(customerId));
  const reviews = query.data ?? [];
  return (
    <ListPanel
      title={t("customers.reviews")}
      query={query}
      empty={t("customers.noReviews")}
      count={reviews.length}
    >
      {reviews.map((review) => (
        <li key={review.id}>
          <span className="strong">{review.product}</span>
          <span className={styles.grow}>
            {t("customers.stars", { count: review.rating })} ·{" "}
            {tEnum("customers.reviewStatus", review.status as ReviewStatus)}
          </span>
          <span className="quiet">
            <When at={review.createdAt} as="day" />
          </span>
          <p className={styles.wide}>
            {review.title ? <span className="strong">{review.title} </span> : null}
            {review.comment}
          </p>
        </li>
      ))}
    </ListPanel>
  );
}

export function GiftCardsPanel({ customerId }: { customerId: number }) {
  const query = useQuery(giftCardsQuery(customerId));
  const cards = query.data ?? [];
  return (
    <ListPanel
      title={t("customers.giftCards")}
      query={query}
      empty={t("customers.noGiftCards")}
      count={cards.length}
    >
      {cards.map((card) => (
        <li key={card.id}>
          <Link to={`/orders/${card.orderId}`} className="link">
            {card.id}
          </Link>
          <span className={styles.grow}>
            {t("customers.giftCardFor", { name: card.recipientName })} ·{" "}
            {tEnum("customers.giftCard", card.state)}
          </span>
          <span className={styles.figure}>
            <Money value={card.amount} />
          </span>
        </li>
      ))}
    </ListPanel>
  );
}

export function SignInsPanel({ customerId }: { customerId: number }) {
  const operator = useOperator();
  const online = useOnline();
  const client = useQueryClient();
  const query = useQuery(signInsQuery(customerId));
  const signIns = query.data ?? [];
  const signOut = useMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE("/api/admin/v1/customers/{customerId}/sign-ins", {
          params: { path: { customerId } },
        }),
      ),
    onSuccess: () => {
      toast(t("customers.signedOut"));
      void client.invalidateQueries({ queryKey: customerQuery(customerId).queryKey });
    },
  });
  const canSignOut = operator.can("customers.edit") && signIns.length > 0;
  return (
    <ListPanel
      title={t("customers.signIns")}
      query={query}
      empty={t("customers.noSignIns")}
      count={signIns.length}
      actions={
        canSignOut ? (
          <Button
            onClick={() => signOut.mutate()}
            loading={signOut.isPending}
            disabled={!online}
            title={online ? undefined : t("frame.offlineWrites")}
          >
            {t("customers.signOutEverywhere")}
          </Button>
        ) : null
      }
    >
      {signIns.map((one) => (
        <li key={one.id}>
          <span className={styles.grow}>{one.name}</span>
          <span className="quiet">
            <When at={one.lastUsedAt} as="ago" />
          </span>
        </li>
      ))}
      {signOut.error ? (
        <li>
          <ErrorNote error={signOut.error} isWrite />
        </li>
      ) : null}
    </ListPanel>
  );
}
