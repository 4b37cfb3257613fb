import type { ClipboardEvent, KeyboardEvent } from "react";
import type { PlainKey } from "../../../messages/t";
import type { Row } from "./form";
import type { Store } from "./store";

export type CellName = "price" | "compareAtPrice" | "cost" | "stock" | "sku" | "barcode" | "weight";

interface Column {
  name: CellName;
  label: PlainKey;
  /** As the server names it in errors. */
  field: string;
  numeric: boolean;
}

export const COLUMNS: readonly Column[] = [
  { name: "price", label: "productEditor.price", field: "price", numeric: true },
  {
    name: "compareAtPrice",
    label: "productEditor.compareAtPrice",
    field: "compareAtPrice",
    numeric: true,
  },
  { name: "stock", label: "productEditor.stock", field: "stock.level", numeric: true },
  { name: "sku", label: "productEditor.sku", field: "sku", numeric: false },
  { name: "cost", label: "productEditor.cost", field: "cost", numeric: true },
  { name: "barcode", label: "productEditor.barcode", field: "barcode", numeric: false },
  { name: "weight", label: "productEditor.weight", field: "weightGrams", numeric: true },
];

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Moves to the cell above or below, with the text selected. */
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

/** Fills cells to the right and below from a copied part of a spreadsheet. */
export function pasteCells(
  event: ClipboardEvent<HTMLInputElement>,
  store: Store,
  row: number,
  column: number,
  canFill: (name: CellName, row: Row) => boolean,
): void {
  const lines = event.clipboardData
    .getData("text")
    .replace(/\r?\n$/, "")
    .split(/\r?\n/);
  const cells = lines.map((line) => line.split("\t"));
  if (cells.length === 1 && cells[0]?.length === 1) return;
  event.preventDefault();
  store.set({
    rows: store.get().rows.map((one, place) => {
      const texts = cells[place - row];
      if (place < row || texts === undefined) return one;
      const filled = texts.flatMap((text, at) => {
        const name = COLUMNS[column + at]?.name;
        return name && canFill(name, one) ? [[name, text.trim()] as const] : [];
      });
      return { ...one, ...Object.fromEntries(filled) };
    }),
  });
}
