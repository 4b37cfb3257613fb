import { currentLocale, t } from "../messages/t";

const formats = new Map<string, Intl.DateTimeFormat>();

function format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${currentLocale()} ${timeZone} ${JSON.stringify(options)}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(currentLocale(), { ...options, timeZone });
    formats.set(key, found);
  }
  return found;
}

/** The calendar day in a time zone: "2026-11-23". */
export function dayOf(time: Date, timeZone: string): string {
  // By parts: no locale has this form in every browser.
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(time);
  const numbers = new Map(parts.map(({ type, value }) => [type, value]));
  return (["year", "month", "day"] as const).map((type) => numbers.get(type)).join("-");
}

/** Days between two calendar days; negative if the second is earlier. */
function daysBetween(first: string, second: string): number {
  return Math.round((Date.parse(second) - Date.parse(first)) / 86_400_000);
}

/**
 * The moment at which a calendar day ("2026-11-23") begins in a time zone, or `later` days after it, as
 * ISO 8601 in UTC.
 */
export function startOfDay(day: string, timeZone: string, later: number): string {
  return momentAt(Date.parse(`${day}T00:00:00Z`) + later * 86_400_000, timeZone);
}

/** The moment, as ISO 8601 in UTC, at which clocks in a time zone show "2026-11-23T18:30". */
export function momentOf(local: string, timeZone: string): string {
  return momentAt(Date.parse(`${local}Z`), timeZone);
}

/** What clocks in a time zone show at a moment: "2026-11-23T18:30". */
export function localTime(at: string, timeZone: string): string {
  const moment = Date.parse(at);
  return new Date(moment + offsetAt(moment, timeZone)).toISOString().slice(0, 16);
}

/** The moment at which clocks in a time zone show what those of UTC show at `wallTime`. */
function momentAt(wallTime: number, timeZone: string): string {
  // The zone's offset then; a second round, because the first guess may be on the other side of a clock change.
  let moment = wallTime;
  for (let round = 0; round < 2; round += 1) moment = wallTime - offsetAt(moment, timeZone);
  return new Date(moment).toISOString();
}

/** How far a zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(moment);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(
    value("year"),
    value("month") - 1,
    value("day"),
    value("hour"),
    value("minute"),
    value("second"),
  );
  return shown - Math.floor(moment / 1000) * 1000;
}

/** Whether a moment has passed, when it is asked. */
export function isPast(at: string): boolean {
  return Date.parse(at) < Date.now();
}

/** "10:31 AM" */
export function clockTime(at: string, timeZone: string): string {
  return format(timeZone, { hour: "numeric", minute: "2-digit" }).format(new Date(at));
}

/** "Tue, Nov 17, 2026, 2:14 PM" */
export function fullTime(at: string, timeZone: string): string {
  return format(timeZone, {
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
  }).format(new Date(at));
}

/** "Today, 10:31 AM", "Sun, 9:14 PM" within a week, "Nov 3", "Nov 3, 2025". */
export function shortTime(at: string, timeZone: string, now = new Date()): string {
  const time = new Date(at);
  const days = daysBetween(dayOf(time, timeZone), dayOf(now, timeZone));
  if (days === 0) return t("time.today", { time: clockTime(at, timeZone) });
  if (days > 0 && days < 7) {
    return format(timeZone, { weekday: "short", hour: "numeric", minute: "2-digit" }).format(time);
  }
  return shortDay(at, timeZone, now);
}

/** A day: "Today", "Wed, Nov 25", "Nov 3, 2025". */
export function shortDay(at: string, timeZone: string, now = new Date()): string {
  const time = new Date(at);
  const [day, today] = [dayOf(time, timeZone), dayOf(now, timeZone)];
  if (day === today) return t("time.todayOnly");
  const near = Math.abs(daysBetween(day, today)) < 14;
  const sameYear = day.slice(0, 4) === today.slice(0, 4);
  return format(timeZone, {
    ...(near ? { weekday: "short" } : {}),
    month: "short",
    day: "numeric",
    ...(sameYear ? {} : { year: "numeric" }),
  }).format(time);
}

/** The head of a group of events: "Today", "Sunday, November 22". */
export function longDay(at: string, timeZone: string, now = new Date()): string {
  const time = new Date(at);
  const [day, today] = [dayOf(time, timeZone), dayOf(now, timeZone)];
  if (day === today) return t("time.todayOnly");
  return format(timeZone, {
    weekday: "long",
    month: "long",
    day: "numeric",
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" }),
  }).format(time);
}

/** "3 minutes ago", "in 2 hours": for what happened or happens soon. */
export function relativeTime(at: string, now = new Date()): string {
  const seconds = (Date.parse(at) - now.getTime()) / 1000;
  const relative = new Intl.RelativeTimeFormat(currentLocale(), { numeric: "auto" });
  const steps: [Intl.RelativeTimeFormatUnit, number][] = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ];
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return relative.format(0, "second");
}

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
