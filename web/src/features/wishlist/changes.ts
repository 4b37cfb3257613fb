import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { sentenceOr } from "@/api/errors";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { sessionRestored } from "@/state/sessionRestored";
import { tell, tellFailure } from "@/state/toasts";
import { saveForGuest } from "./guestWishlist";
import { wishlistKey } from "./queries";

/** Saves a SKU: a customer's at the shop, a guest's in the browser. */
export async function addWish(sku: number): Promise<void> {
  await sessionRestored();
  if (isLoggedIn()) await ask(api.POST("/wishlist", { body: { sku } }));
  else saveForGuest(sku, true);
}

/** Takes a wish back; one that is gone already is no error. */
export async function removeWish(sku: number): Promise<void> {
  await sessionRestored();
  if (isLoggedIn()) await ask(api.DELETE("/wishlist/{sku}", { params: { path: { sku } } }));
  else saveForGuest(sku, false);
}

/** Adds or removes a wish; the list is loaded again after each change. */
export function useWishChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ sku, wished }: { sku: number; wished: boolean }) => {
      await (wished ? removeWish(sku) : addWish(sku));
    },
    scope: { id: "wishlist" },
    onSuccess: (_, { wished }) => tell(t(wished ? "wishlist.removed" : "wishlist.added")),
    onError: (error) => tellFailure(sentenceOr(error, t("wishlist.error"))),
    onSettled: () =>
      queryClient.invalidateQueries({
        queryKey: wishlistKey(visitorOf(useAppState.getState())),
      }),
  });
}
