import { create } from "zustand";

/**
 * Optimistic updates: quantities by SKU that the shopper has set and the server has not confirmed yet;
 * 0 is a removal. They override the cart that was loaded last, so that a change shows at once.
 */
export const useOptimisticQuantities = create<{ quantities: ReadonlyMap<number, number> }>()(
  () => ({ quantities: new Map() }),
);

export function optimisticQuantity(skuId: number): number | undefined {
  return useOptimisticQuantities.getState().quantities.get(skuId);
}

export function setOptimisticQuantity(skuId: number, quantity: number): void {
  useOptimisticQuantities.setState(({ quantities }) => ({
    quantities: new Map(quantities).set(skuId, quantity),
  }));
}

/** Removes a quantity that was confirmed or rejected, unless a newer one has replaced it. */
export function clearOptimisticQuantity(skuId: number, quantity: number): void {
  if (optimisticQuantity(skuId) !== quantity) return;
  useOptimisticQuantities.setState(({ quantities }) => {
    const others = new Map(quantities);
    others.delete(skuId);
    return { quantities: others };
  });
}

/** Called when another visitor's cart is shown. */
export function clearOptimisticQuantities(): void {
  useOptimisticQuantities.setState({ quantities: new Map() });
}
