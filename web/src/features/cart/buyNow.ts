import { isSkuId } from "@/storage/skuIds";
import { MAX_QUANTITY } from "./guestCart";

/** "Buy now" goes to checkout with lines of its own, which stand for the cart; that stays as it is. */
export function buyNowLink(skuId: number, quantity: number): string {
  const skuIds = Array.from({ length: quantity }, () => skuId).join(",");
  return `/checkout?${new URLSearchParams({ skuIds })}`;
}

/** The SKU ids of an address made by `buyNowLink`; null where checkout is for the cart. */
export function buyNowSkuIds(search: URLSearchParams): number[] | null {
  const ids = (search.get("skuIds") ?? "").split(",").map(Number).filter(isSkuId);
  return ids.length === 0 ? null : ids.slice(0, MAX_QUANTITY);
}
