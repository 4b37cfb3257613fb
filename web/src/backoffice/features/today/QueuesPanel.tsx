import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { money } from "../../ui/Money";
import { cx } from "../../ui/cx";
import { age, whole } from "./format";
import { PanelBody } from "./PanelBody";
import { type Queues, queuesQuery } from "./queries";
import styles from "./QueuesPanel.module.css";

interface Count {
  value: number;
  exact: boolean;
}

function shown({ value, exact }: Count): string {
  return exact ? whole(value) : `${whole(value)}+`;
}

interface Queue {
  id: string;
  label: string;
  count: Count;
  to: string;
  line: ReactNode;
}

/** How much waits. Each number leads to its list. */
export function QueuesPanel() {
  const query = useQuery(queuesQuery);
  const { can } = useOperator();
  return (
    <section className={styles.panel} aria-label={t("today.queues")}>
      <PanelBody query={query} rows={2}>
        {(queues) => (
          <ul className={styles.queues}>
            {queuesOf(queues, can("support.read")).map(({ id, label, count, to, line }) => (
              <li key={id}>
                <Link to={to} className={styles.queue}>
                  <span className={styles.label}>{label}</span>
                  <span className={cx(styles.count, count.value === 0 && styles.none)}>
                    {shown(count)}
                  </span>
                  <span className={styles.line}>
                    {count.value === 0 ? t("today.nothingWaits") : line}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </PanelBody>
    </section>
  );
}

/** Reviews are moderated in the inbox, which not everybody who may moderate can open. */
function queuesOf(queues: Queues, hasInbox: boolean): Queue[] {
  const { toConfirm, toPack, toShip, toRefund, toAnswer, toModerate } = queues;
  const found: Queue[] = [];
  if (toConfirm) {
    const { count, hints } = toConfirm;
    const line = hints.value ? t("today.hints", { count: hints.value, shown: shown(hints) }) : null;
    found.push({
      id: "confirm",
      label: t("today.toConfirm"),
      count,
      to: "/orders?view=to-confirm",
      line,
    });
  }
  if (toPack) {
    const { count, late } = toPack;
    const line = late.value ? <Late count={late} /> : null;
    found.push({ id: "pack", label: t("today.toPack"), count, to: "/orders?view=to-pack", line });
  }
  if (toShip) {
    const { count, partly } = toShip;
    const line = partly.value
      ? t("today.partly", { count: partly.value, shown: shown(partly) })
      : null;
    found.push({ id: "ship", label: t("today.toShip"), count, to: "/orders?view=to-ship", line });
  }
  if (toRefund) {
    const { count, granted } = toRefund;
    const line = granted.amount ? t("today.granted", { amount: money(granted) }) : null;
    found.push({
      id: "refund",
      label: t("today.toRefund"),
      count,
      to: "/orders?view=to-refund",
      line,
    });
  }
  if (toAnswer) {
    const { count, oldestAt } = toAnswer;
    const line = oldestAt ? t("today.oldest", { age: age(oldestAt) }) : null;
    found.push({ id: "answer", label: t("today.toAnswer"), count, to: "/support", line });
  }
  if (toModerate && hasInbox) {
    const { count, reported } = toModerate;
    const line = [
      t("today.newReviews", { count: toModerate.new.value, shown: shown(toModerate.new) }),
      ...(reported.value
        ? [t("today.reported", { count: reported.value, shown: shown(reported) })]
        : []),
    ].join(", ");
    found.push({
      id: "moderate",
      label: t("today.toModerate"),
      count,
      to: "/support?view=reviews",
      line,
    });
  }
  return found;
}

function Late({ count }: { count: Count }) {
  return (
    <span className={styles.late}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d="M6 .8l5.600 10.400H.4z" fill="currentColor" />
      </svg>
      {t("today.late", { count: count.value, shown: shown(count) })}
    </span>
  );
}
