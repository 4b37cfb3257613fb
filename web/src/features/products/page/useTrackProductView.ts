import { useEffect } from "react";
import type { ProductDetails, SkuDetails } from "@/api/types";
import { toMajorUnits, track, toTrackedItem } from "@/state/track";

/** Tracks a `view_item` event for each SKU that the shopper views. */
export function useTrackProductView(product: ProductDetails, sku: SkuDetails | undefined): void {
  useEffect(() => {
    if (!sku) return;
    const { skuId, options, price } = sku;
    const { title, brand } = product;
    track("view_item", {
      ecommerce: {
        currency: price.currency,
        value: toMajorUnits(price),
        items: [toTrackedItem({ skuId, title, options, price }, 1, brand?.name)],
      },
    });
  }, [product, sku]);
}
