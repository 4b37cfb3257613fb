import type { LinePlace } from "@/api/types";
import { t } from "@/messages/t";

/** From this many seconds on, times are shown in minutes. */
const MINUTES_FROM = 90;

/** A time as people say it, rounded up: "about 40 seconds", "about 3 minutes". */
export function waitingTime(seconds: number): string {
  if (seconds >= MINUTES_FROM) return t("line.minutes", { count: Math.ceil(seconds / 60) });
  const count = seconds > 20 ? Math.ceil(seconds / 5) * 5 : Math.max(1, Math.ceil(seconds));
  return t("line.seconds", { count });
}

/** Where a place is: "312 shoppers ahead of you, about 40 seconds". */
export function placeText(ahead: number, seconds: number): string {
  const time = waitingTime(seconds);
  return ahead === 0 ? t("line.next", { time }) : t("line.ahead", { count: ahead, time });
}

/** The seconds until the turn, `elapsed` seconds after the server named them. */
export function secondsLeft({ seconds }: Pick<LinePlace, "seconds">, elapsed: number): number {
  return Math.max(1, Math.round(seconds - elapsed));
}

/** The title of the tab while an order waits. */
export function titleOf({ state, ahead }: Pick<LinePlace, "state" | "ahead">): string {
  if (state === "turn") return t("line.turn");
  if (state === "sold_out") return t("line.soldOut");
  if (state === "ended") return t("line.ended");
  return ahead === 0 ? t("line.title") : t("line.pageTitle", { count: ahead });
}
