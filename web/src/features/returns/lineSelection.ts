import { useState } from "react";
import type { OrderLine } from "@/api/types";
import { t } from "@/messages/t";

/** Units to cancel, return or withdraw from, by line. Null while the typed quantity is invalid. */
export type LineSelection = Readonly<Record<number, number | null>>;

export interface LineQuantity {
  lineId: number;
  quantity: number;
}

/** Units of a line that are neither cancelled nor returned. */
export function remainingQuantity(line: OrderLine): number {
  return line.quantity - line.cancelledQuantity - line.returnedQuantity;
}

/** The selection with another quantity of a line; 0 deselects the line. */
export function withLine(
  selection: LineSelection,
  lineId: number,
  quantity: number | null,
): LineSelection {
  const others = Object.entries(selection).filter(([id]) => Number(id) !== lineId);
  return Object.fromEntries(quantity === 0 ? others : [...others, [lineId, quantity]]);
}

export function hasValidQuantities(selection: LineSelection): boolean {
  return !Object.values(selection).includes(null);
}

export function toLineQuantities(selection: LineSelection): LineQuantity[] {
  return Object.entries(selection).flatMap(([lineId, quantity]) =>
    quantity === null ? [] : [{ lineId: Number(lineId), quantity }],
  );
}

/** Whether nothing would remain of these lines. */
export function isWholeOrder(selection: LineSelection, lines: readonly OrderLine[]): boolean {
  return lines.every((line) => remainingQuantity(line) === (selection[line.lineId] ?? 0));
}

/** Such as "2 × Moss bowl, 1 × Vase". */
export function describeSelection(selection: LineSelection, lines: readonly OrderLine[]): string {
  return lines
    .filter((line) => selection[line.lineId] !== undefined)
    .map((line) => `${selection[line.lineId]} × ${line.title}`)
    .join(", ");
}

/** What `LinePicker` shows, and what its form checks and sends. */
export interface LineSelectionState {
  lines: readonly OrderLine[];
  /** The most units of a line that can be selected. */
  max: (line: OrderLine) => number;
  selection: LineSelection;
  select: (selection: LineSelection) => void;
  problem: string | undefined;
  /** Reports an empty selection; returns whether the selection can be sent. */
  validate: () => boolean;
}

export function useLineSelection(
  lines: readonly OrderLine[],
  max: (line: OrderLine) => number,
): LineSelectionState {
  const [selection, setSelection] = useState<LineSelection>({});
  const [problem, setProblem] = useState<string>();
  return {
    lines,
    max,
    selection,
    select: (next) => {
      setSelection(next);
      setProblem(undefined);
    },
    problem,
    validate: () => {
      const isEmpty = Object.keys(selection).length === 0;
      setProblem(isEmpty ? t("cancelLines.none") : undefined);
      // The quantity field itself reports an invalid quantity.
      return !isEmpty && hasValidQuantities(selection);
    },
  };
}
