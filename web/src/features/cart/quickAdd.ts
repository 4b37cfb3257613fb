/** Quick add from a product card as one chunk, loaded at the first click. */
import { MutationObserver, type QueryClient } from "@tanstack/react-query";
import { showErrorToast } from "@/state/toasts";
import { addToCartMessage, addToCartOptions } from "./changes";

export { QuickAddSheet } from "./QuickAddSheet";

/** Adds one unit from outside a component. Returns whether that worked. */
export async function addOne(queryClient: QueryClient, skuId: number): Promise<boolean> {
  const addition = new MutationObserver(queryClient, addToCartOptions(queryClient));
  try {
    await addition.mutate({ skuId, quantity: 1 });
    return true;
  } catch (error) {
    showErrorToast(addToCartMessage(error as Error));
    return false;
  }
}
