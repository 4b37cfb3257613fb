import { numberFormat } from "@/format/numberFormat";
import { localTime, momentOf as momentOfTime } from "../../../ui/time";
import type { WeightUnit } from "./queries";

export const UNITS = ["g", "kg", "lb", "oz"] as const;
type Unit = (typeof UNITS)[number];

const GRAMS: Readonly<Record<Unit, number>> = { g: 1, kg: 1000, lb: 453.59237, oz: 28.349523125 };

export const shownUnit = (unit: WeightUnit): Unit => (unit === "" ? "g" : unit);

/** A weight as typed in its unit. */
export function typedWeight(grams: number | null, unit: WeightUnit): string {
  if (grams === null) return "";
  const format = numberFormat({ useGrouping: false, maximumFractionDigits: 3 });
  return format.format(grams / GRAMS[shownUnit(unit)]);
}

/** Parses a typed weight to grams; null if there is none. */
export function parseWeight(text: string, unit: WeightUnit): number | null {
  const value = Number(text.trim().replace(",", "."));
  if (text.trim() === "" || !Number.isFinite(value) || value < 0) return null;
  return Math.round(value * GRAMS[shownUnit(unit)]);
}

/** A whole number as typed; null if there is none. */
export function parseCount(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : null;
}

/** A moment as the browser's field for times shows it, in the shop's time zone. */
export function wallTime(moment: string | null, timeZone: string): string {
  return moment === null ? "" : localTime(moment, timeZone);
}

/** The moment of such a field; null if it is empty. */
export function momentOf(text: string, timeZone: string): string | null {
  return Number.isNaN(Date.parse(`${text}Z`)) ? null : momentOfTime(text, timeZone);
}
