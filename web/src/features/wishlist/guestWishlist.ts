import { create } from "zustand";
import { MAX_CARDS } from "@/features/products/queries";
import { onStorageChange } from "@/storage/browserStorage";
import { GUEST_WISHLIST } from "@/storage/keys";
import { readSkuIds, writeSkuIds } from "@/storage/skuIds";

/** A guest's wishlist: SKU ids, newest first. At most as many as one call returns cards for. */
export const useGuestWishlist = create<{ skuIds: readonly number[] }>()(() => ({ skuIds: [] }));

export function setGuestWishlist(skuIds: readonly number[]): void {
  const limited = [...new Set(skuIds)].slice(0, MAX_CARDS);
  writeSkuIds(GUEST_WISHLIST, limited);
  useGuestWishlist.setState({ skuIds: limited });
}

/** Adds or removes a SKU, based on the stored list, which another tab may just have changed. */
export function saveGuestWishlistItem(skuId: number, saved: boolean): void {
  const others = readSkuIds(GUEST_WISHLIST).filter((other) => other !== skuId);
  setGuestWishlist(saved ? [skuId, ...others] : others);
}

/** Restores the stored list and keeps it in sync with other tabs. */
export function startGuestWishlist(): void {
  const restore = () => useGuestWishlist.setState({ skuIds: readSkuIds(GUEST_WISHLIST) });
  restore();
  onStorageChange((key) => {
    if (key === GUEST_WISHLIST || key === null) restore();
  });
}
