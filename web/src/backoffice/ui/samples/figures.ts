import { currentLocale, t } from "../../messages/t";
import type { Fact } from "../Panel";
import type { SampleFigure } from "./queries";

type Outcome = SampleFigure["outcome"];

function kindText({ kind, count }: SampleFigure): string {
  return t(`samples.kind.${kind}`, { count });
}

const list = (parts: readonly string[]) =>
  new Intl.ListFormat(currentLocale(), { type: "unit" }).format(parts);

function kinds(figures: readonly SampleFigure[], outcome: Outcome): string {
  return list(figures.filter((one) => one.outcome === outcome).map(kindText));
}

const RESULTS = ["added", "skipped", "removed", "archived", "edited", "in_use"] as const;
const LEFT = ["removed", "archived", "edited", "in_use"] as const;

/** "62 products, 32 categories added; 1 product skipped". Only added records are named without what was done. */
export function figureText(figures: readonly SampleFigure[]): string {
  const isPlain = figures.every(({ outcome }) => outcome === "added");
  if (isPlain) return kinds(figures, "added");
  const present = RESULTS.filter((name) => figures.some(({ outcome }) => outcome === name));
  return present
    .map((name) => t(`samples.result.${name}`, { kinds: kinds(figures, name) }))
    .join("; ");
}

/** What taking the data out does, an outcome a line. */
export function removalFacts(figures: readonly SampleFigure[]): Fact[] {
  return LEFT.filter((name) => figures.some(({ outcome }) => outcome === name)).map((name) => ({
    label: t(`samples.outcome.${name}`),
    value: kinds(figures, name),
  }));
}
