import { MutationObserver, type QueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { errorMessageOr } from "@/api/errors";
import { notifyOtherTabs } from "@/features/cart/otherTabs";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { waitForSession } from "@/state/waitForSession";
import { showToast, showErrorToast } from "@/state/toasts";
import { saveGuestWishlistItem } from "./guestWishlist";
import { clearOptimisticallySaved, optimisticallySaved } from "./optimisticWishlist";
import { wishlistKey } from "./queries";

/** Adds a SKU: for a customer on the server, for a guest in the browser. */
export async function addToWishlist(sku: number): Promise<void> {
  await waitForSession();
  if (isLoggedIn()) await unwrap(api.POST("/wishlist", { body: { sku } }));
  else saveGuestWishlistItem(sku, true);
}

/** Removes a SKU. Idempotent. */
export async function removeFromWishlist(sku: number): Promise<void> {
  await waitForSession();
  if (isLoggedIn()) await unwrap(api.DELETE("/wishlist/{sku}", { params: { path: { sku } } }));
  else saveGuestWishlistItem(sku, false);
}

/** Loads the wishlist again, and makes other tabs do so. */
export function reloadWishlist(queryClient: QueryClient): Promise<void> {
  notifyOtherTabs("wishlist");
  return queryClient.invalidateQueries({
    queryKey: wishlistKey(visitorOf(useAppState.getState())),
  });
}

/**
 * Sends the optimistic change of a SKU and tells the result. Several changes during one request are sent as
 * one, as with quantities of the cart. Never rejects.
 */
export async function sendToWishlist(queryClient: QueryClient, sku: number): Promise<void> {
  const change = new MutationObserver(queryClient, {
    mutationFn: async () => {
      const isSaved = optimisticallySaved(sku);
      if (isSaved === undefined) return null;
      try {
        await (isSaved ? addToWishlist(sku) : removeFromWishlist(sku));
      } finally {
        await reloadWishlist(queryClient);
        clearOptimisticallySaved(sku, isSaved);
      }
      return isSaved;
    },
    scope: { id: "wishlist" },
    onSuccess: (isSaved) => {
      if (isSaved === null || optimisticallySaved(sku) !== undefined) return;
      showToast(t(isSaved ? "wishlist.added" : "wishlist.removed"));
    },
    onError: (error) => showErrorToast(errorMessageOr(error, t("wishlist.error"))),
  });
  await change.mutate().catch(() => undefined);
}
