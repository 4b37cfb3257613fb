import { create } from "zustand";
import { onOtherTab } from "@/storage/browserStorage";
import { GUEST_WISHLIST } from "@/storage/keys";
import { readSkuIds, writeSkuIds } from "@/storage/skuIds";

/** As many as one call gives cards for. */
export const MAX_GUEST_WISHES = 100;

/** What a guest saved: SKU ids, newest first. */
export const useGuestWishlist = create<{ skuIds: readonly number[] }>()(() => ({ skuIds: [] }));

export function setGuestWishlist(skuIds: readonly number[]): void {
  const kept = [...new Set(skuIds)].slice(0, MAX_GUEST_WISHES);
  writeSkuIds(GUEST_WISHLIST, kept);
  useGuestWishlist.setState({ skuIds: kept });
}

/** Adds or removes a SKU; starts from what is stored, perhaps by another tab a moment ago. */
export function saveForGuest(skuId: number, saved: boolean): void {
  const others = readSkuIds(GUEST_WISHLIST).filter((other) => other !== skuId);
  setGuestWishlist(saved ? [skuId, ...others] : others);
}

/** Restores the stored list and follows what other tabs do to it. */
export function startGuestWishlist(): void {
  const restore = () => useGuestWishlist.setState({ skuIds: readSkuIds(GUEST_WISHLIST) });
  restore();
  onOtherTab((key) => {
    if (key === GUEST_WISHLIST || key === null) restore();
  });
}
