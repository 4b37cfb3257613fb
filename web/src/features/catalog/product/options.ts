/** What can be chosen, and what a choice leads to. */
import type { ChosenOption, GalleryImage, Option, ProductDetails, SkuDetails } from "@/api/types";

/** Chosen values by option name. */
export type Choice = Readonly<Record<string, string>>;

/** `none`: no such combination is made; `soldOut`: it is made, but gone. */
export type ValueState = "available" | "soldOut" | "none";

export function choiceOf(options: readonly ChosenOption[]): Choice {
  return Object.fromEntries(options.map(({ name, value }) => [name, value]));
}

function agrees(sku: SkuDetails, choice: Choice): boolean {
  return sku.options.every(({ name, value }) => choice[name] === value);
}

export function skuOf(skus: readonly SkuDetails[], choice: Choice): SkuDetails | undefined {
  return skus.find((sku) => agrees(sku, choice));
}

/** The cheapest that can be had, or the cheapest: the one whose price "From" names. */
export function cheapestSku({ skus }: Pick<ProductDetails, "skus">): SkuDetails | undefined {
  return [...skus].sort(
    (a, b) => Number(b.inStock) - Number(a.inStock) || a.price.amount - b.price.amount,
  )[0];
}

/**
 * What is chosen at first: the SKU of the address. Without one nothing where prices differ, since the
 * choice decides the price; else the first that can be had, or the first.
 */
export function firstSku(
  { skus, options, priceVaries }: Pick<ProductDetails, "skus" | "options" | "priceVaries">,
  wanted: number | null,
): SkuDetails | undefined {
  const found = skus.find((sku) => sku.skuId === wanted);
  if (found || (priceVaries && options.length > 0)) return found;
  return skus.find((sku) => sku.inStock) ?? skus[0];
}

/** How a value stands beside what is chosen in the other options. */
export function stateOf(
  skus: readonly SkuDetails[],
  choice: Choice,
  name: string,
  value: string,
): ValueState {
  const wanted: Choice = { ...choice, [name]: value };
  // What is not chosen yet leaves every SKU open.
  const open = skus.filter((sku) =>
    sku.options.every((option) => (wanted[option.name] ?? option.value) === option.value),
  );
  if (open.length === 0) return "none";
  return open.some((sku) => sku.inStock) ? "available" : "soldOut";
}

/**
 * The choice after a value was picked. Where it is not made with the rest of the choice, the nearest
 * SKU that has it is taken: one that can be had before one that cannot, then the one that changes
 * least, so that no tap leads nowhere.
 */
export function picked(
  skus: readonly SkuDetails[],
  choice: Choice,
  name: string,
  value: string,
): Choice {
  const wanted = { ...choice, [name]: value };
  if (skuOf(skus, wanted)) return wanted;
  const kept = (sku: SkuDetails) =>
    sku.options.filter((option) => wanted[option.name] === option.value).length;
  const nearest = skus
    .filter((sku) => sku.options.some((option) => option.name === name && option.value === value))
    .sort((a, b) => Number(b.inStock) - Number(a.inStock) || kept(b) - kept(a))[0];
  return nearest ? choiceOf(nearest.options) : choice;
}

/** The pictures that show the choice or no choice in particular; all where that leaves none. */
export function picturesFor(images: readonly GalleryImage[], choice: Choice): GalleryImage[] {
  const fitting = images.filter(({ options }) =>
    options.every(({ name, value }) => choice[name] === undefined || choice[name] === value),
  );
  const shown = fitting.length > 0 ? fitting : [...images];
  // A picture of the very thing stands before one of all of them.
  return shown.sort((a, b) => Number(b.options.length > 0) - Number(a.options.length > 0));
}

/** Whether an option is one of colours, shown as swatches. */
export function isSwatched(option: Option): boolean {
  return option.values.length > 0 && option.values.every(({ colour }) => colour !== null);
}

/** How many pieces one order may hold. */
export function limitOf(maxPerOrder: number | null): number {
  return Math.min(maxPerOrder ?? 99, 99);
}

/** How many can be had now. */
export function mostOf(sku: SkuDetails | undefined, maxPerOrder: number | null): number {
  const limit = limitOf(maxPerOrder);
  if (!sku) return limit;
  // Something on order has no stock to end.
  return sku.inStock && sku.stock > 0 ? Math.min(limit, sku.stock) : limit;
}
