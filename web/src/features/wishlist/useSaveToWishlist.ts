import { useQueryClient } from "@tanstack/react-query";
import { accessToken } from "@/api/tokens";
import { showLoadError } from "@/ui/lazy/lazyRequired";
import { nextFrame } from "@/ui/lazy/nextFrame";
import { saveGuestWishlistItem } from "./guestWishlist";
import { clearOptimisticallySaved, setOptimisticallySaved } from "./optimisticWishlist";

const loadChanges = () => import("./changes");

/** Loads the code that sends changes, before a button is used; the browser first shows what is pressed. */
export const preloadChanges = () =>
  void nextFrame()
    .then(loadChanges)
    .catch(() => undefined);

/**
 * Puts a SKU on the wishlist or takes it off: shown at once, then sent by code that is loaded when needed. A
 * guest's list is stored before that, since the page may be left while the code is loaded.
 */
export function useSaveToWishlist() {
  const queryClient = useQueryClient();
  return (sku: number, isSaved: boolean) => {
    const isGuest = accessToken() === null;
    if (isGuest) saveGuestWishlistItem(sku, isSaved);
    setOptimisticallySaved(sku, isSaved);
    loadChanges().then(
      (changes) => changes.sendToWishlist(queryClient, sku),
      (error: unknown) => {
        clearOptimisticallySaved(sku, isSaved);
        if (!isGuest) showLoadError(error);
      },
    );
  };
}
