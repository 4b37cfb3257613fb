import { currentLocale, t } from "../../messages/t";
import type { Schedule } from "./queries";

function timeText(minute: number): string {
  return new Intl.DateTimeFormat(currentLocale(), { timeStyle: "short", timeZone: "UTC" }).format(
    new Date(Date.UTC(2024, 0, 1, 0, minute)),
  );
}

/** "Monday" for 1. */
export function weekdayText(weekday: number): string {
  // The first of January 2024 was a Monday.
  return new Intl.DateTimeFormat(currentLocale(), { weekday: "long", timeZone: "UTC" }).format(
    new Date(Date.UTC(2024, 0, weekday)),
  );
}

/** "Monday at 7:00 AM" */
export function whenText({ frequency, atMinute, weekday, monthDay }: Schedule): string {
  const time = timeText(atMinute);
  if (frequency === "daily") return t("reports.dailyAt", { time });
  if (frequency === "weekly") {
    return t("reports.weeklyAt", { weekday: weekdayText(weekday), time });
  }
  return t("reports.monthlyAt", { day: monthDay, time });
}
