/** Calendar days as ISO dates ("1990-03-09") and as they are typed ("03/09/1990"). */
import { currentLocale } from "@/messages/t";

export interface Month {
  year: number;
  /** From 0, as in Date. */
  month: number;
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

export function isoDay({ year, month }: Month, day: number): string {
  return `${String(year).padStart(4, "0")}-${twoDigits(month + 1)}-${twoDigits(day)}`;
}

export function monthOf(day: string): Month {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) - 1 };
}

const typedFormat = () =>
  new Intl.DateTimeFormat(currentLocale(), {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    timeZone: "UTC",
  });

/** Parses a date in the locale's order, such as mm/dd/yyyy; null if there is no such day. */
export function parseDay(typed: string): string | null {
  const match = /^\s*(\d{1,4})\s*[/.-]\s*(\d{1,4})\s*[/.-]\s*(\d{1,4})\s*$/.exec(typed);
  if (!match) return null;
  const order = typedFormat()
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type === "year" || type === "month" || type === "day");
  const part = (type: "year" | "month" | "day") => match[order.indexOf(type) + 1] ?? "";
  const [year, month, day] = [part("year"), part("month"), part("day")];
  if (year.length !== 4 || month.length > 2 || day.length > 2) return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const exists =
    date.getUTCFullYear() === Number(year) &&
    date.getUTCMonth() === Number(month) - 1 &&
    date.getUTCDate() === Number(day);
  return exists ? date.toISOString().slice(0, 10) : null;
}

/** Formats an ISO date as it is typed: "03/09/1990". */
export function typedDay(day: string): string {
  return typedFormat().format(new Date(`${day}T00:00:00Z`));
}

/** The weeks of a month, from Sunday; null for days of the months beside it. */
export function weeksOf({ year, month }: Month): (number | null)[][] {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const cells = [
    ...Array.from({ length: first }, () => null),
    ...Array.from({ length: days }, (_, index) => index + 1),
  ];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => cells[week * 7 + day] ?? null),
  );
}

export function monthBeside({ year, month }: Month, step: 1 | -1): Month {
  const date = new Date(Date.UTC(year, month + step, 1));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() };
}

/** Years to choose from, latest first: 100 back and 52 ahead, unless bounded. */
export function yearsAround(thisYear: number, min?: string, max?: string): number[] {
  const from = min === undefined ? thisYear - 100 : Number(min.slice(0, 4));
  const to = max === undefined ? thisYear + 52 : Number(max.slice(0, 4));
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => to - index);
}
