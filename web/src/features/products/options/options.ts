/** Rules for choosing a SKU by its options. */
import type { ChosenOption, GalleryImage, Option, ProductDetails, SkuDetails } from "@/api/types";

/** The chosen values, by option name. */
export type Choice = Readonly<Record<string, string>>;

/** `none`: no SKU has this combination; `soldOut`: one has, but it is out of stock. */
export type ValueState = "available" | "soldOut" | "none";

export function toChoice(options: readonly ChosenOption[]): Choice {
  return Object.fromEntries(options.map(({ name, value }) => [name, value]));
}

function matches(sku: SkuDetails, choice: Choice): boolean {
  return sku.options.every(({ name, value }) => choice[name] === value);
}

export function findSku(skus: readonly SkuDetails[], choice: Choice): SkuDetails | undefined {
  return skus.find((sku) => matches(sku, choice));
}

/** The cheapest SKU in stock, or the cheapest of all: the one whose price "From" shows. */
export function cheapestSku({ skus }: Pick<ProductDetails, "skus">): SkuDetails | undefined {
  return [...skus].sort(
    (a, b) => Number(b.inStock) - Number(a.inStock) || a.price.amount - b.price.amount,
  )[0];
}

/**
 * The SKU that is selected at first: the one in the URL. Without one, nothing when prices vary,
 * because the shopper has to choose the price; otherwise the first in stock, or the first of all.
 */
export function initialSku(
  { skus, options, priceVaries }: Pick<ProductDetails, "skus" | "options" | "priceVaries">,
  skuIdInUrl: number | null,
): SkuDetails | undefined {
  const found = skus.find((sku) => sku.skuId === skuIdInUrl);
  if (found || (priceVaries && options.length > 0)) return found;
  return skus.find((sku) => sku.inStock) ?? skus[0];
}

/** Availability of a value, given the values chosen in the other options. */
export function valueState(
  skus: readonly SkuDetails[],
  choice: Choice,
  name: string,
  value: string,
): ValueState {
  const next: Choice = { ...choice, [name]: value };
  // Options without a chosen value match every SKU.
  const matching = skus.filter((sku) =>
    sku.options.every((option) => (next[option.name] ?? option.value) === option.value),
  );
  if (matching.length === 0) return "none";
  return matching.some((sku) => sku.inStock) ? "available" : "soldOut";
}

/**
 * The choice after a value was selected. When no SKU combines it with the other chosen values, the
 * nearest SKU with that value is chosen: in stock before sold out, then the one with the fewest changes.
 */
export function selectValue(
  skus: readonly SkuDetails[],
  choice: Choice,
  name: string,
  value: string,
): Choice {
  const next = { ...choice, [name]: value };
  if (findSku(skus, next)) return next;
  const unchanged = (sku: SkuDetails) =>
    sku.options.filter((option) => next[option.name] === option.value).length;
  const nearest = skus
    .filter((sku) => sku.options.some((option) => option.name === name && option.value === value))
    .sort((a, b) => Number(b.inStock) - Number(a.inStock) || unchanged(b) - unchanged(a))[0];
  return nearest ? toChoice(nearest.options) : choice;
}

/** The images that show the chosen values or the product in general; all images if none match. */
export function imagesForChoice(images: readonly GalleryImage[], choice: Choice): GalleryImage[] {
  const matching = images.filter(({ options }) =>
    options.every(({ name, value }) => choice[name] === undefined || choice[name] === value),
  );
  const shown = matching.length > 0 ? matching : [...images];
  // Images of the chosen variant come before general ones.
  return shown.sort((a, b) => Number(b.options.length > 0) - Number(a.options.length > 0));
}

/** Whether every value of an option has a colour, so that they are shown as swatches. */
export function hasSwatches(option: Option): boolean {
  return option.values.length > 0 && option.values.every(({ colour }) => colour !== null);
}

/** The most units that one order may contain. */
export function orderLimit(maxPerOrder: number | null): number {
  return Math.min(maxPerOrder ?? 99, 99);
}

/** The most units that can be ordered now. */
export function maxQuantity(sku: SkuDetails | undefined, maxPerOrder: number | null): number {
  const limit = orderLimit(maxPerOrder);
  if (!sku) return limit;
  // A SKU on backorder is in stock with a stock of 0; only the limit applies.
  return sku.inStock && sku.stock > 0 ? Math.min(limit, sku.stock) : limit;
}
