import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import { accessToken } from "@/api/tokens";
import { showLoadError } from "@/ui/lazy/lazyRequired";
import { nextFrame } from "@/ui/lazy/nextFrame";
import { saveGuestWishlistItem } from "./guestWishlist";
import {
  clearOptimisticallySaved,
  optimisticallySaved,
  setOptimisticallySaved,
} from "./optimisticWishlist";

const loadChanges = () => import("./changes");

/** Loads the code that sends changes, before a button is used; the browser first shows what is pressed. */
export const preloadChanges = () =>
  void nextFrame()
    .then(loadChanges)
    .catch(() => undefined);

/**
 * Sends a customer's change if the page is left, until the returned function is called. Browsers may cancel what was
 * being sent then; sent twice, it does the same.
 */
function sendOnLeave(sku: number): () => void {
  const send = () => {
    const isSaved = optimisticallySaved(sku);
    if (isSaved === undefined) return;
    const sent = isSaved
      ? api.POST("/wishlist", { body: { sku }, keepalive: true })
      : api.DELETE("/wishlist/{sku}", { params: { path: { sku } }, keepalive: true });
    // Nobody sees how it ends.
    sent.catch(() => undefined);
  };
  window.addEventListener("pagehide", send);
  return () => window.removeEventListener("pagehide", send);
}

/**
 * Puts a SKU on the wishlist or takes it off: shown at once, then sent by code that is loaded when needed. The
 * page may be left meanwhile: a guest's list is stored before that, and a customer's change is sent then.
 */
export function useSaveToWishlist() {
  const queryClient = useQueryClient();
  return (sku: number, isSaved: boolean) => {
    const isGuest = accessToken() === null;
    if (isGuest) saveGuestWishlistItem(sku, isSaved);
    setOptimisticallySaved(sku, isSaved);
    const stay = isGuest ? undefined : sendOnLeave(sku);
    void loadChanges()
      .then(
        (changes) => changes.sendToWishlist(queryClient, sku),
        (error: unknown) => {
          clearOptimisticallySaved(sku, isSaved);
          if (!isGuest) showLoadError(error);
        },
      )
      .finally(stay);
  };
}
