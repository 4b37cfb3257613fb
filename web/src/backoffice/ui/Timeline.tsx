import type { ReactNode } from "react";
import { useShop } from "../session/session";
import { Initials } from "./Initials";
import { dayOf, longDay } from "./time";
import styles from "./Timeline.module.css";
import { When } from "./When";

export interface TimelineEvent {
  id: string | number;
  /** ISO 8601. */
  at: string;
  /** What happened, with the person or system named and figures in bold. */
  text: ReactNode;
  detail?: ReactNode;
  /** A note's text, shown in a box. */
  note?: ReactNode;
  /** A person: their initials instead of a dot. */
  person?: string | null;
  isOperator?: boolean;
  tone?: "quiet" | "done" | "bad";
}

/** Events, newest first, grouped by day in the shop's time zone. */
export function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  const { timeZone } = useShop();
  const days = groupByDay(events, timeZone);
  return (
    <div>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={longDay(ofDay[0]?.at ?? day, timeZone)}>
          <h3 className={styles.day}>{longDay(ofDay[0]?.at ?? day, timeZone)}</h3>
          <ol>
            {ofDay.map((event) => (
              <Event key={event.id} event={event} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function groupByDay(
  events: readonly TimelineEvent[],
  timeZone: string,
): Map<string, TimelineEvent[]> {
  const days = new Map<string, TimelineEvent[]>();
  for (const event of events) {
    const day = dayOf(new Date(event.at), timeZone);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return days;
}

function Event({ event }: { event: TimelineEvent }) {
  const { person, isOperator, tone = "quiet", text, detail, note, at } = event;
  return (
    <li className={styles.event}>
      {person ? (
        <Initials name={person} small tone={isOperator ? "info" : "quiet"} />
      ) : (
        <span className={styles.dot} data-tone={tone} aria-hidden="true" />
      )}
      <div className={styles.text}>
        <p>{text}</p>
        {detail ? <p className={styles.detail}>{detail}</p> : null}
        {note ? <div className={styles.note}>{note}</div> : null}
      </div>
      <When at={at} as="clock" />
    </li>
  );
}
