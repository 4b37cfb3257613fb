import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { ApiError, sentenceOr } from "@/api/errors";
import type { CartItem, GiftCardLine } from "@/api/types";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { tell, tellFailure } from "@/state/toasts";
import { ADDING_KEY } from "../changes";
import { setGuestGiftCards, storedGiftCards } from "../guestGiftCards";
import { tellOtherTabs } from "../otherTabs";
import { cartKey } from "../queries";

/** The shop looks at a guest's card before it is kept. */
async function check(card: GiftCardLine): Promise<void> {
  const body = { skuIds: [], giftCards: [card] };
  const [line] = await ask(api.POST("/api/carts/guest", { body }));
  if (!line || line.problem !== null) {
    throw new ApiError("unavailable", line?.message ?? t("cart.unavailable"), { status: 409 });
  }
}

/** Puts a gift card into the cart, in place of the line that is edited, where there is one. */
export function useSaveGiftCard() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ADDING_KEY,
    mutationFn: async ({ card, lineId }: { card: GiftCardLine; lineId: number | null }) => {
      if (!isLoggedIn()) {
        await check(card);
        const before = storedGiftCards();
        const place = lineId === null ? before.length : -lineId - 1;
        setGuestGiftCards([...before.slice(0, place), card, ...before.slice(place + 1)]);
        return;
      }
      const { skuId, ...giftCard } = card;
      const lines =
        lineId === null
          ? await ask(api.POST("/api/carts", { body: { skuId, quantity: 1, giftCard } }))
          : await ask(api.PUT("/api/carts", { body: { id: lineId, quantity: 1, giftCard } }));
      queryClient.setQueryData(cartKey(visitorOf(useAppState.getState()), []), lines);
      tellOtherTabs();
    },
  });
}

/** Takes a gift card out of the cart. */
export function useRemoveGiftCard() {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async ({ id }: CartItem) => {
      if (!isLoggedIn()) {
        setGuestGiftCards(storedGiftCards().filter((_, place) => place !== -id - 1));
        return;
      }
      const lines = await ask(
        api.DELETE("/api/carts/{line_id}", { params: { path: { line_id: id } } }),
      );
      queryClient.setQueryData(cartKey(visitorOf(useAppState.getState()), []), lines);
      tellOtherTabs();
    },
    onSuccess: (_, { title }) => tell(t("cart.removed", { title })),
    onError: (error) => tellFailure(sentenceOr(error, t("cart.errorDeleting"))),
  });
  return (line: CartItem) => mutate(line);
}
