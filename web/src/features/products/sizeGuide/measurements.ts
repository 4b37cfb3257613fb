import { currentLocale } from "@/messages/t";

export const LENGTH_UNITS = ["cm", "in"] as const;
export type LengthUnit = (typeof LENGTH_UNITS)[number];

const CM_PER_INCH = 2.54;

export function isLengthUnit(value: unknown): value is LengthUnit {
  return LENGTH_UNITS.some((unit) => unit === value);
}

function convert(value: number, from: LengthUnit, to: LengthUnit): number {
  if (from === to) return value;
  return to === "in" ? value / CM_PER_INCH : value * CM_PER_INCH;
}

/**
 * Formats a measurement such as `40` or `38-42` in another unit and the locale's number format.
 * Converted values have at most one decimal: nobody measures finer than that.
 */
export function formatMeasurement(text: string, from: LengthUnit, to: LengthUnit): string {
  const format = new Intl.NumberFormat(currentLocale(), {
    maximumFractionDigits: from === to ? 2 : 1,
  });
  return text
    .replace(/\d+(\.\d+)?/g, (number) => format.format(convert(Number(number), from, to)))
    .replace(/ ?[-–] ?/, "–");
}
