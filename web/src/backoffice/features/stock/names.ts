import { t, tEnum } from "../../messages/t";
import type { StockItem } from "./queries";

/** "Bowl, Blue / M" */
export function itemName({ product, options }: { product: string; options: string }): string {
  return options === "" ? product : `${product}, ${options}`;
}

/** "+3" or "−3". */
export function signed(units: number): string {
  return units > 0 ? `+${units}` : String(units).replace("-", "−");
}

/** SKU and barcode, as far as there are any. */
export function codesOf({ sku, barcode }: { sku: string; barcode: string }): string {
  return [sku, barcode].filter(Boolean).join(" · ");
}

export type MovementKind =
  | "opening"
  | "import"
  | "count"
  | "correction"
  | "delivery"
  | "found"
  | "damage"
  | "returned"
  | "sold"
  | "not_shipped"
  | "transfer_out"
  | "transfer_in";

export function kindName(kind: string): string {
  return tEnum("stock.kind", kind as MovementKind);
}

export const REASONS = (["delivery", "found", "correction", "damage", "count"] as const).map(
  (value) => ({ value, label: t(`stock.kind.${value}`) }),
);

/** "5", or "8, from Lighting": the level from which on an item is low. */
export function levelText({ lowAt, lowFrom, lowCategory }: LowLevel): string {
  if (lowFrom === "shop") return t("stock.levelOfShop", { count: lowAt });
  if (lowFrom !== "category") return t(`stock.levelOf.${lowFrom}`, { count: lowAt });
  return t("stock.levelOfCategory", { count: lowAt, category: lowCategory ?? "" });
}

type LowLevel = Pick<StockItem, "lowAt" | "lowFrom" | "lowCategory">;
