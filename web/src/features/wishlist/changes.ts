import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { sentenceOr } from "@/api/errors";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { tell, tellFailure } from "@/state/toasts";
import { wishlistKey } from "./queries";

/** Makes a wish. */
export function addWish(sku: number) {
  return ask(api.POST("/wishlist", { body: { sku } }));
}

/** Takes a wish back; one that is gone already is no error. */
export function removeWish(sku: number) {
  return ask(api.DELETE("/wishlist/{sku}", { params: { path: { sku } } }));
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
