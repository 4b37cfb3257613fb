import type { OrderLine } from "@/api/types";
import type { Pieces } from "./changes";

/** How many pieces of each line are chosen; a line that is missing is not. Null is no number. */
export type Chosen = Readonly<Record<number, number | null>>;

/** Pieces of a line that are neither cancelled nor back. */
export function leftOf(line: OrderLine): number {
  return line.quantity - line.cancelledQuantity - line.returnedQuantity;
}

/** The choice with a line taken in, with so many pieces, or left out where that is 0. */
export function choose(chosen: Chosen, lineId: number, quantity: number | null): Chosen {
  const others = Object.entries(chosen).filter(([id]) => Number(id) !== lineId);
  return Object.fromEntries(quantity === 0 ? others : [...others, [lineId, quantity]]);
}

/** Whether each number of pieces that was typed is one. */
export function isCounted(chosen: Chosen): boolean {
  return !Object.values(chosen).includes(null);
}

export function piecesOf(chosen: Chosen): Pieces[] {
  return Object.entries(chosen).flatMap(([lineId, quantity]) =>
    quantity === null ? [] : [{ lineId: Number(lineId), quantity }],
  );
}

export function isEverything(chosen: Chosen, lines: readonly OrderLine[]): boolean {
  return lines.every((line) => leftOf(line) === (chosen[line.lineId] ?? 0));
}

/** Such as "2 × Moss bowl, 1 × Vase". */
export function told(chosen: Chosen, lines: readonly OrderLine[]): string {
  return lines
    .filter((line) => chosen[line.lineId] !== undefined)
    .map((line) => `${chosen[line.lineId]} × ${line.title}`)
    .join(", ");
}
