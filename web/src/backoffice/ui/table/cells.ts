import type { KeyboardEvent } from "react";

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Moves to the input above or below in a table whose inputs have `data-row` and `data-column`. */
export function moveVertically(event: KeyboardEvent<HTMLInputElement>): void {
  const step = event.key === "Enter" ? (event.shiftKey ? -1 : 1) : STEPS[event.key];
  if (step === undefined || event.altKey || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  const { row, column } = event.currentTarget.dataset;
  const grid = event.currentTarget.closest("table");
  const next = grid?.querySelector<HTMLInputElement>(
    `input[data-row="${Number(row) + step}"][data-column="${column}"]`,
  );
  next?.focus();
  next?.select();
}

/** The cells of a copied part of a spreadsheet. Null for a single text, which is pasted as usual. */
export function copiedCells(text: string): string[][] | null {
  const cells = text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((line) => line.split("\t").map((cell) => cell.trim()));
  return cells.length === 1 && cells[0]?.length === 1 ? null : cells;
}
