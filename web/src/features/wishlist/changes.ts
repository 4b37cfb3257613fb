import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { errorMessageOr } from "@/api/errors";
import { notifyOtherTabs } from "@/features/cart/otherTabs";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { waitForSession } from "@/state/waitForSession";
import { showToast, showErrorToast } from "@/state/toasts";
import { saveGuestWishlistItem } from "./guestWishlist";
import {
  clearOptimisticallySaved,
  optimisticallySaved,
  setOptimisticallySaved,
} from "./optimisticWishlist";
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
 * Puts a SKU on the wishlist or takes it off, optimistically. Several changes during one request are sent
 * as one, as with quantities of the cart.
 */
export function useSaveToWishlist() {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async (sku: number) => {
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
    onSuccess: (isSaved, sku) => {
      if (isSaved === null || optimisticallySaved(sku) !== undefined) return;
      showToast(t(isSaved ? "wishlist.added" : "wishlist.removed"));
    },
    onError: (error) => showErrorToast(errorMessageOr(error, t("wishlist.error"))),
  });
  return (sku: number, isSaved: boolean) => {
    setOptimisticallySaved(sku, isSaved);
    mutate(sku);
  };
}
