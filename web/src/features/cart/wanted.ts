import { create } from "zustand";

/**
 * Quantities that the shopper has set and the shop has not answered yet, by SKU; 0 is a removal.
 * They lie over the cart that was last answered, so that a tap shows at once.
 */
export const useWanted = create<{ quantities: ReadonlyMap<number, number> }>()(() => ({
  quantities: new Map(),
}));

export function wantedOf(skuId: number): number | undefined {
  return useWanted.getState().quantities.get(skuId);
}

export function want(skuId: number, quantity: number): void {
  useWanted.setState(({ quantities }) => ({
    quantities: new Map(quantities).set(skuId, quantity),
  }));
}

/** Lifts a wish that was fulfilled or refused, unless a newer one has taken its place. */
export function lift(skuId: number, quantity: number): void {
  if (wantedOf(skuId) !== quantity) return;
  useWanted.setState(({ quantities }) => {
    const left = new Map(quantities);
    left.delete(skuId);
    return { quantities: left };
  });
}

/** Forgets what was wanted of a cart that is not shown any more. */
export function forgetWanted(): void {
  useWanted.setState({ quantities: new Map() });
}
