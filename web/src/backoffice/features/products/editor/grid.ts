import type { ClipboardEvent } from "react";
import type { PlainKey } from "../../../messages/t";
import { copiedCells } from "../../../ui/table/cells";
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

/** Fills cells to the right and below from a copied part of a spreadsheet. */
export function pasteCells(
  event: ClipboardEvent<HTMLInputElement>,
  store: Store,
  row: number,
  column: number,
  canFill: (name: CellName, row: Row) => boolean,
): void {
  const cells = copiedCells(event.clipboardData.getData("text"));
  if (!cells) return;
  event.preventDefault();
  store.set({
    rows: store.get().rows.map((one, place) => {
      const texts = cells[place - row];
      if (place < row || texts === undefined) return one;
      const filled = texts.flatMap((text, at) => {
        const name = COLUMNS[column + at]?.name;
        return name && canFill(name, one) ? [[name, text] as const] : [];
      });
      return { ...one, ...Object.fromEntries(filled) };
    }),
  });
}
