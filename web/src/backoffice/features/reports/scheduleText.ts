import { currentLocale, t } from "../../messages/t";
import type { Schedule } from "./queries";

/** "07:30", as in a field for a time. */
export function timeValue(minute: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Minutes after midnight; null if the field is empty. */
export function minuteOf(value: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(value) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

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
