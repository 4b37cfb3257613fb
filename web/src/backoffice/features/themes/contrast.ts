import { luminance } from "@/format/luminance";
import type { Overview, Scheme } from "./queries";

export interface Measured {
  front: string;
  back: string;
  minimum: number;
  ratio: number;
}

/** The contrast of two colours (WCAG), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The pair of a colour with the least contrast, measured against what it needs. */
export function weakestPair(
  pairs: Overview["pairs"],
  colours: Readonly<Record<string, string>>,
  front: string,
): Measured | null {
  const measured = pairs
    .filter((pair) => pair.front === front)
    .map((pair) => ({
      ...pair,
      ratio: contrast(colours[pair.front] ?? "#000000", colours[pair.back] ?? "#ffffff"),
    }));
  return measured.sort((a, b) => a.ratio / a.minimum - b.ratio / b.minimum)[0] ?? null;
}

export const SCHEMES: readonly Scheme[] = ["light", "dark"];
