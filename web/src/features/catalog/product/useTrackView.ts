import { useEffect } from "react";
import type { ProductDetails, SkuDetails } from "@/api/types";
import { major, track, trackedItem } from "@/state/track";

/** Tells analytics of each SKU of a product that is looked at. */
export function useTrackView(product: ProductDetails, sku: SkuDetails | undefined): void {
  useEffect(() => {
    if (!sku) return;
    const { skuId, options, price } = sku;
    const { title, brand } = product;
    track("view_item", {
      ecommerce: {
        currency: price.currency,
        value: major(price),
        items: [trackedItem({ skuId, title, options, price }, 1, brand?.name)],
      },
    });
  }, [product, sku]);
}
