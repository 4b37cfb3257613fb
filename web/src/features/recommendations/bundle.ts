import type { ProductDetails, SkuDetails } from "@/api/types";

/** A product of a bundle; `skuId` is null while its options have to be chosen. */
export interface BundleItem {
  slug: string;
  skuId: number | null;
}

/**
 * The SKUs to add for the items, in their order. SKUs chosen among the options of `products` fill in
 * what is open; items without a SKU are left out.
 */
export function bundleSkuIds(
  items: readonly BundleItem[],
  products: readonly Pick<ProductDetails, "slug" | "skus">[],
  chosen: readonly Pick<SkuDetails, "skuId">[],
): number[] {
  const chosenIds = new Set(chosen.map(({ skuId }) => skuId));
  const chosenIn = (slug: string) =>
    products
      .find((product) => product.slug === slug)
      ?.skus.find(({ skuId }) => chosenIds.has(skuId))?.skuId;
  return items
    .map(({ slug, skuId }) => skuId ?? chosenIn(slug))
    .filter((skuId) => skuId !== undefined);
}
