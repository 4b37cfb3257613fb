import { MutationObserver, type QueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { errorMessageOr } from "@/api/errors";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { waitForSession } from "@/state/waitForSession";
import { showToast, showErrorToast } from "@/state/toasts";
import { saveGuestWishlistItem } from "./guestWishlist";
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

export function reloadWishlist(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    queryKey: wishlistKey(visitorOf(useAppState.getState())),
  });
}

/** Adds a SKU, or removes it if it `isSaved`, reloads the wishlist and tells the result. Never rejects. */
export async function toggleWishlistItem(
  queryClient: QueryClient,
  { sku, isSaved }: { sku: number; isSaved: boolean },
): Promise<void> {
  const change = new MutationObserver(queryClient, {
    mutationFn: () => (isSaved ? removeFromWishlist(sku) : addToWishlist(sku)),
    scope: { id: "wishlist" },
    onSuccess: () => showToast(t(isSaved ? "wishlist.removed" : "wishlist.added")),
    onError: (error) => showErrorToast(errorMessageOr(error, t("wishlist.error"))),
    onSettled: () => reloadWishlist(queryClient),
  });
  await change.mutate().catch(() => undefined);
}
