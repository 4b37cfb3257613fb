import { currentLocale } from "@/messages/t";

export const UNITS = ["cm", "in"] as const;
export type Unit = (typeof UNITS)[number];

const CM_PER_INCH = 2.54;

export function isUnit(value: unknown): value is Unit {
  return UNITS.some((unit) => unit === value);
}

function converted(value: number, from: Unit, to: Unit): number {
  if (from === to) return value;
  return to === "in" ? value / CM_PER_INCH : value * CM_PER_INCH;
}

/**
 * A measurement such as `40` or `38-42` in the wanted unit and the locale's digits. What is converted
 * is told to a tenth: nobody measures finer than that.
 */
export function measurement(text: string, from: Unit, to: Unit): string {
  const format = new Intl.NumberFormat(currentLocale(), {
    maximumFractionDigits: from === to ? 2 : 1,
  });
  return text
    .replace(/\d+(\.\d+)?/g, (number) => format.format(converted(Number(number), from, to)))
    .replace(/ ?[-–] ?/, "–");
}
