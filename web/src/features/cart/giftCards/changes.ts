import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { ApiError, errorMessageOr } from "@/api/errors";
import type { CartItem, GiftCardLine } from "@/api/types";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { showToast, showErrorToast } from "@/state/toasts";
import { ADD_TO_CART_KEY } from "../changes";
import { setGuestGiftCards, storedGiftCards } from "../guestGiftCards";
import { notifyOtherTabs } from "../otherTabs";
import { cartKey } from "../queries";

/** Has the server validate a guest's card before it is saved. */
async function validate(card: GiftCardLine): Promise<void> {
  const body = { skuIds: [], giftCards: [card] };
  const [line] = await unwrap(api.POST("/api/carts/guest", { body }));
  if (!line || line.problem !== null) {
    throw new ApiError("unavailable", line?.message ?? t("cart.unavailable"), { status: 409 });
  }
}

/** Adds a gift card to the cart, or replaces the line that is edited. */
export function useSaveGiftCard() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ADD_TO_CART_KEY,
    mutationFn: async ({ card, lineId }: { card: GiftCardLine; lineId: number | null }) => {
      if (!isLoggedIn()) {
        await validate(card);
        const before = storedGiftCards();
        // A guest's lines have negative ids: -1 is the first card.
        const index = lineId === null ? before.length : -lineId - 1;
        setGuestGiftCards([...before.slice(0, index), card, ...before.slice(index + 1)]);
        return;
      }
      const { skuId, ...giftCard } = card;
      const lines =
        lineId === null
          ? await unwrap(api.POST("/api/carts", { body: { skuId, quantity: 1, giftCard } }))
          : await unwrap(api.PUT("/api/carts", { body: { id: lineId, quantity: 1, giftCard } }));
      queryClient.setQueryData(cartKey(visitorOf(useAppState.getState()), []), lines);
      notifyOtherTabs();
    },
  });
}

/** Removes a gift card from the cart. */
export function useRemoveGiftCard() {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async ({ id }: CartItem) => {
      if (!isLoggedIn()) {
        setGuestGiftCards(storedGiftCards().filter((_, index) => index !== -id - 1));
        return;
      }
      const lines = await unwrap(
        api.DELETE("/api/carts/{line_id}", { params: { path: { line_id: id } } }),
      );
      queryClient.setQueryData(cartKey(visitorOf(useAppState.getState()), []), lines);
      notifyOtherTabs();
    },
    onSuccess: (_, { title }) => showToast(t("cart.removed", { title })),
    onError: (error) => showErrorToast(errorMessageOr(error, t("cart.errorDeleting"))),
  });
  return (line: CartItem) => mutate(line);
}
