import { useSyncExternalStore } from "react";
import { money } from "../../../ui/Money";
import { amountText, decimalsOf, readAmount, readUnits } from "./amounts";
import type { CurrentSku, SkuChange } from "./queries";

export const FIELDS = ["stock", "price", "compareAtPrice"] as const;
export type Field = (typeof FIELDS)[number];

/** A cell of the list that can be edited. Prices are in the minor unit. */
export interface Cell {
  skuId: number;
  field: Field;
  /** Of the product and the variant. */
  name: string;
  /** The stored value; null for no compare-at price. */
  value: number | null;
}

/** A cell with what was typed. `cell.value` is what the operator saw when they began. */
export interface Edited {
  cell: Cell;
  text: string;
}

export const keyOf = ({ skuId, field }: Pick<Cell, "skuId" | "field">) => `${skuId}:${field}`;

/** The value of a typed text; undefined if it is not valid. */
export function valueOf({ field }: Cell, text: string, decimals: number) {
  if (field === "stock") return readUnits(text);
  if (field === "compareAtPrice" && text.trim() === "") return null;
  const amount = readAmount(text, decimals);
  if (amount === undefined || amount < 0) return undefined;
  return field === "compareAtPrice" && amount === 0 ? null : amount;
}

/** A value as it is typed: "25.00". */
export function typedText(field: Field, value: number | null, decimals: number): string {
  return field === "stock" ? String(value ?? "") : amountText(value, decimals);
}

/** A value as it is read: "$25.00". */
export function shownText(field: Field, value: number | null, currency: string): string {
  if (value === null) return "";
  return field === "stock" ? String(value) : money({ amount: value, currency });
}

/**
 * The edited cells of the list. They are outside of React, so that a key redraws one cell and the save
 * bar, whatever the length of the list.
 */
export class CellStore {
  private edits = new Map<string, Edited>();
  private listeners = new Set<() => void>();
  /** Changes with each edit. */
  private edited: readonly Edited[] = [];

  readonly currency: string;
  readonly decimals: number;

  constructor(currency: string) {
    this.currency = currency;
    this.decimals = decimalsOf(currency);
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get = (key: string): Edited | undefined => this.edits.get(key);
  all = (): readonly Edited[] => this.edited;
  size = (): number => this.edits.size;

  /** Types a text into a cell. The stored value ends the edit. */
  type(cell: Cell, text: string): void {
    const before = this.edits.get(keyOf(cell))?.cell ?? cell;
    if (valueOf(before, text, this.decimals) === before.value) this.edits.delete(keyOf(cell));
    else this.edits.set(keyOf(cell), { cell: before, text });
    this.changed();
  }

  revert(keys: Iterable<string>): void {
    for (const key of keys) this.edits.delete(key);
    this.changed();
  }

  clear(): void {
    this.edits.clear();
    this.changed();
  }

  /** The first cell whose text is no value. */
  firstInvalid(): Edited | undefined {
    return this.edited.find(({ cell, text }) => valueOf(cell, text, this.decimals) === undefined);
  }

  /** Keeps an edit over a value that somebody else saved. */
  rebase(key: string, value: number | null): void {
    const edit = this.edits.get(key);
    if (!edit) return;
    this.edits.set(key, { ...edit, cell: { ...edit.cell, value } });
    this.changed();
  }

  /** What to save. All texts are valid. */
  changes(): SkuChange[] {
    const changes = new Map<number, Record<string, unknown>>();
    for (const { cell, text } of this.edited) {
      const change = changes.get(cell.skuId) ?? { skuId: cell.skuId };
      const after = valueOf(cell, text, this.decimals) ?? null;
      change[cell.field] = { before: cell.value, after };
      changes.set(cell.skuId, change);
    }
    return [...changes.values()] as unknown as SkuChange[];
  }

  private changed(): void {
    this.edited = [...this.edits.values()];
    this.listeners.forEach((listener) => listener());
  }
}

/** What is typed in a cell; redraws only when that changes. */
export function useEdit(store: CellStore, key: string): Edited | undefined {
  return useSyncExternalStore(store.subscribe, () => store.get(key));
}

export function useEdits(store: CellStore): readonly Edited[] {
  return useSyncExternalStore(store.subscribe, store.all);
}

/** The current value of a field in a conflict. */
export function currentOf(sku: CurrentSku, field: Field): number | null {
  if (field === "stock") return sku.stock;
  return field === "price" ? sku.price.amount : (sku.compareAtPrice?.amount ?? null);
}
