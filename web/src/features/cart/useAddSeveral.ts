import { useMutation } from "@tanstack/react-query";
import { useAddToCart } from "./changes";
import { openCartDrawer } from "./drawer";

/**
 * Adds one unit of each SKU, one after the other, and opens the cart drawer. A SKU that cannot be
 * added shows its error; the others are added all the same.
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
          continue; // useAddToCart has shown the error.
        }
      }
      return added;
    },
    onSuccess: (added) => {
      if (added > 0) openCartDrawer();
    },
  });
}
