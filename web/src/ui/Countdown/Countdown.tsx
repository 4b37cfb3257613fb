import { useEffect, useState } from "react";
import { timeLeft } from "@/format/date";
import { t } from "@/messages/t";
import styles from "./Countdown.module.css";

const SECOND = 1_000;
const DAY = 86_400_000;

/** The current time, updated each second; null on the server and in the first render. */
function useNow(until: string): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    // While days are left, no seconds are shown.
    const interval = Date.parse(until) - Date.now() > DAY ? 20 * SECOND : SECOND;
    const tick = () => setNow(Date.now());
    const first = setTimeout(tick, 0);
    const timer = setInterval(tick, interval);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [until]);
  return now;
}

/** The time left until a moment. Renders nothing once that has passed. */
export function Countdown({ until }: { until: string }) {
  const now = useNow(until);
  if (now !== null && Date.parse(until) <= now) return null;
  const left = now === null ? null : timeLeft(until, now);
  const days = left?.days ?? 1;
  const parts =
    days > 0
      ? [
          [left?.days, t("home.days", { count: left?.days ?? 2 })],
          [left?.hours, t("home.hours", { count: left?.hours ?? 2 })],
          [left?.minutes, t("home.minutes")],
        ]
      : [
          [left?.hours, t("home.hours", { count: left?.hours ?? 2 })],
          [left?.minutes, t("home.minutes")],
          [left?.seconds, t("home.seconds")],
        ];
  return (
    <div className={styles["clock"]} role="timer" aria-label={t("home.saleEndsIn")}>
      {parts.map(([value, unit]) => (
        <span key={unit}>
          <b>{value === undefined ? "\u2007\u2007" : String(value).padStart(2, "0")}</b> {unit}
        </span>
      ))}
    </div>
  );
}
