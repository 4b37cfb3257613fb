import { minorUnits } from "@/format/money";
import { currentLocale, t } from "../../messages/t";
import { money } from "../../ui/Money";
import { columnKey } from "./kinds";
import type { Report, ReportColumn } from "./queries";

const number = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(currentLocale(), options).format(value).replace("-", "−");

/** A figure of a table; a dash if it is unknown. */
export function figure(
  value: number | null | undefined,
  kind: ReportColumn["kind"],
  currency: string,
): string {
  if (value === null || value === undefined) return "—";
  if (kind === "money") return money({ amount: value, currency });
  if (kind === "count") return number(value);
  return number(value / 10_000, { style: "percent", maximumFractionDigits: 1 });
}

/** On an axis: "$1.2k". */
export function shortFigure(value: number, kind: ReportColumn["kind"], currency: string): string {
  const compact = { notation: "compact", maximumFractionDigits: 1 } as const;
  if (kind !== "money") return number(value, compact);
  return number(value / minorUnits(currency), {
    ...compact,
    style: "currency",
    currency,
    minimumFractionDigits: 0,
  }).replace("K", "k");
}

export function columnTitle(report: Report["report"], column: string): string {
  const month = /^m(\d+)$/.exec(column)?.[1];
  return month === undefined
    ? t(columnKey(report, column))
    : t("reports.monthNumber", { number: month });
}

/** A calendar day such as "2026-11-23", which has no time zone. */
export function dayText(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(currentLocale(), { ...options, timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** "Nov 1 – 30, 2026" */
export function rangeText(first: string, last: string): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    dateStyle: "medium",
    timeZone: "UTC",
  }).formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`));
}

/** A cell of a column of names. */
export function nameText(name: string, value: string): string {
  if (name === "month" || name === "cohort")
    return dayText(value, { month: "long", year: "numeric" });
  if (name === "week") return dayText(value, { month: "short", day: "numeric", year: "numeric" });
  if (name === "day") {
    return dayText(value, { weekday: "short", month: "short", day: "numeric", year: "numeric" });
  }
  if (name === "rate")
    return number(Number(value) / 100, { style: "percent", maximumFractionDigits: 4 });
  return value;
}

/** The shortest text that tells a row of a chart apart. */
export function pointText(name: string, value: string): string {
  if (name === "month" || name === "cohort")
    return dayText(value, { month: "short", year: "2-digit" });
  if (name === "day" || name === "week") return dayText(value, { month: "short", day: "numeric" });
  return nameText(name, value);
}
