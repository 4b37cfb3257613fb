import { currentLocale } from "@/messages/t";

/** A date in the local time zone: "Mar 9, 2026". */
export function date(time: string): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    month: "short",
    day: "numeric",
    year: "numeric",
  }).format(new Date(time));
}

/** Date and time: "Mar 9, 2026, 4:05 PM". */
export function dateTime(time: string): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
  }).format(new Date(time));
}

/** A time of today as "2:05 PM", of another day with its date. `now` in milliseconds. */
export function timeOrDateTime(time: string, now: number): string {
  if (new Date(time).toDateString() !== new Date(now).toDateString()) return dateTime(time);
  return new Intl.DateTimeFormat(currentLocale(), { hour: "numeric", minute: "2-digit" }).format(
    new Date(time),
  );
}

/** Formats an ISO date ("1990-03-09"), independent of the time zone. */
export function calendarDay(day: string): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    month: "short",
    day: "numeric",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));
}

export interface TimeLeft {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** The time until a moment; zero once it has passed. */
export function timeLeft(until: string, now: number): TimeLeft {
  const seconds = Math.max(0, Math.floor((Date.parse(until) - now) / 1000));
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}
