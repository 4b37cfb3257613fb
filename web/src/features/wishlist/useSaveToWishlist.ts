import { useQueryClient } from "@tanstack/react-query";
import { showLoadError } from "@/ui/lazy/lazyRequired";
import { nextFrame } from "@/ui/lazy/nextFrame";
import { clearOptimisticallySaved, setOptimisticallySaved } from "./optimisticWishlist";

const loadChanges = () => import("./changes");

/** Loads the code that sends changes, before a button is used; the browser first shows what is pressed. */
export const preloadChanges = () =>
  void nextFrame()
    .then(loadChanges)
    .catch(() => undefined);

/** Puts a SKU on the wishlist or takes it off: shown at once, then sent by code that is loaded when needed. */
export function useSaveToWishlist() {
  const queryClient = useQueryClient();
  return (sku: number, isSaved: boolean) => {
    setOptimisticallySaved(sku, isSaved);
    loadChanges().then(
      (changes) => changes.sendToWishlist(queryClient, sku),
      (error: unknown) => {
        clearOptimisticallySaved(sku, isSaved);
        showLoadError(error);
      },
    );
  };
}
