import { useMutation } from "@tanstack/react-query";
import { useAddToCart } from "./changes";
import { openCartDrawer } from "./drawer";

/**
 * Adds one piece of each of several SKUs, one after the other, and shows the cart. What the shop
 * refuses has been told by then; the others are in the cart all the same.
 */
export function useAddSeveral() {
  const { mutateAsync: add } = useAddToCart();
  return useMutation({
    mutationFn: async (skuIds: readonly number[]) => {
      let added = 0;
      for (const skuId of skuIds) {
        try {
          await add({ skuId, quantity: 1 });
          added += 1;
        } catch {
          continue; // The shop has said why.
        }
      }
      return added;
    },
    onSuccess: (added) => {
      if (added > 0) openCartDrawer();
    },
  });
}
