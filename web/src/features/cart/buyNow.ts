import { isSkuId } from "@/storage/skuIds";
import { MAX_QUANTITY } from "./guestCart";

/** Link of "Buy now": a checkout of these units that leaves the cart unchanged. */
export function buyNowLink(skuId: number, quantity: number): string {
  const skuIds = Array.from({ length: quantity }, () => skuId).join(",");
  return `/checkout?${new URLSearchParams({ skuIds })}`;
}

/** The SKU ids in a link made by `buyNowLink`; null when the cart is checked out. */
export function buyNowSkuIds(search: URLSearchParams): number[] | null {
  const ids = (search.get("skuIds") ?? "").split(",").map(Number).filter(isSkuId);
  return ids.length === 0 ? null : ids.slice(0, MAX_QUANTITY);
}
