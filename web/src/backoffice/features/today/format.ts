import { minorUnits } from "@/format/money";
import { currentLocale, t } from "../../messages/t";

/** "+10.9%", with a minus sign; null if there is nothing to compare with. */
export function change(now: number, before: number): string | null {
  if (before === 0) return null;
  return new Intl.NumberFormat(currentLocale(), {
    style: "percent",
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  })
    .format((now - before) / before)
    .replace("-", "−");
}

export function percent(part: number, whole: number): string {
  return new Intl.NumberFormat(currentLocale(), {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(part / whole);
}

export function whole(value: number): string {
  return new Intl.NumberFormat(currentLocale()).format(value);
}

/** On an axis: "$1.2k". */
export function shortMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat(currentLocale(), {
    style: "currency",
    currency,
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  })
    .format(amount / minorUnits(currency))
    .replace("K", "k");
}

/** A calendar day such as "2026-11-23", which has no time zone. */
export function dayName(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(currentLocale(), { ...options, timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** "Tue 17" among few days, "Nov 17" among many. */
export function pointName(day: string, isOfMany: boolean): string {
  if (isOfMany) return dayName(day, { month: "short", day: "numeric" });
  return `${dayName(day, { weekday: "short" })} ${dayName(day, { day: "numeric" })}`;
}

/** "Nov 17–23" */
export function dayRange(first: string, last: string): string {
  const format = new Intl.DateTimeFormat(currentLocale(), {
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
  return format.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`));
}

/** "1 day", "5 hours", in whole units. */
export function age(since: string, now = new Date()): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));
  if (minutes >= 1440) return t("today.days", { count: Math.floor(minutes / 1440) });
  if (minutes >= 60) return t("today.hours", { count: Math.floor(minutes / 60) });
  return t("today.minutes", { count: minutes });
}

/** The place that a time zone is named after: "New York". */
export function placeOf(timeZone: string): string {
  return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
}
