import { create } from "zustand";

/**
 * Optimistic updates: whether a SKU is on the wishlist, where the shopper has changed that and the server
 * has not confirmed it yet.
 */
export const useOptimisticWishlist = create<{ saved: ReadonlyMap<number, boolean> }>()(() => ({
  saved: new Map(),
}));

export function optimisticallySaved(skuId: number): boolean | undefined {
  return useOptimisticWishlist.getState().saved.get(skuId);
}

export function setOptimisticallySaved(skuId: number, isSaved: boolean): void {
  useOptimisticWishlist.setState(({ saved }) => ({ saved: new Map(saved).set(skuId, isSaved) }));
}

/** Removes a change that was confirmed or rejected, unless a newer one has replaced it. */
export function clearOptimisticallySaved(skuId: number, isSaved: boolean): void {
  if (optimisticallySaved(skuId) !== isSaved) return;
  useOptimisticWishlist.setState(({ saved }) => {
    const others = new Map(saved);
    others.delete(skuId);
    return { saved: others };
  });
}
