import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { CartItem } from "@/api/types";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import {
  giftCardsKey,
  setGuestGiftCards,
  storedGiftCards,
  useGuestGiftCards,
} from "./guestGiftCards";
import { seePrices, usePricesSeen, withPricesSeen } from "./pricesSeen";

/** A guest's cart is known by its list: another list is another question. */
export function cartKey(visitor: string, guestSkuIds: readonly number[]) {
  return visitor === "guest"
    ? (["cart", "guest", guestSkuIds.join(), giftCardsKey()] as const)
    : (["cart", visitor] as const);
}

export function quoteGuestCart(
  skuIds: readonly number[],
  signal?: AbortSignal,
): Promise<CartItem[]> {
  const { cards } = useGuestGiftCards.getState();
  if (skuIds.length === 0 && cards.length === 0) return Promise.resolve([]);
  const body = cards.length === 0 ? [...skuIds] : { skuIds: [...skuIds], giftCards: [...cards] };
  return ask(api.POST("/api/carts/guest", { body, ...(signal ? { signal } : {}) }));
}

async function guestCart(skuIds: readonly number[], signal: AbortSignal): Promise<CartItem[]> {
  const lines = await quoteGuestCart(skuIds, signal);
  seePrices(lines);
  return lines;
}

/** A customer's cart; gift cards that were filled in before signing in join it first, once. */
async function customerCart(signal: AbortSignal): Promise<CartItem[]> {
  const brought = storedGiftCards();
  if (brought.length === 0) return ask(api.GET("/api/carts", { signal }));
  const lines = await ask(api.POST("/api/carts/guest/gift-cards", { body: [...brought] }));
  setGuestGiftCards([]);
  return lines;
}

/** The visitor's cart: the server's for a customer, the quoted local list for a guest. */
export function cartQuery(visitor: string, guestSkuIds: readonly number[]) {
  return queryOptions({
    queryKey: cartKey(visitor, guestSkuIds),
    queryFn: ({ signal }) =>
      visitor === "guest" ? guestCart(guestSkuIds, signal) : customerCart(signal),
    // A guest's lines stay while the changed list is quoted; a customer's are never a guest's.
    placeholderData: (before: CartItem[] | undefined, query) =>
      visitor === "guest" &&
      (guestSkuIds.length > 0 || giftCardsKey() !== "") &&
      query?.queryKey[1] === "guest"
        ? before
        : undefined,
    refetchOnWindowFocus: "always",
  });
}

/** The question that the visitor's cart answers now. */
export function currentCartQuery() {
  const state = useAppState.getState();
  return cartQuery(visitorOf(state), state.guestCartItem);
}

export function useCart() {
  const visitor = useAppState(visitorOf);
  const guestSkuIds = useAppState((state) => state.guestCartItem);
  // The cards are part of the question.
  useGuestGiftCards((state) => state.cards);
  const told = usePricesTold();
  return useQuery({ ...cartQuery(visitor, guestSkuIds), select: told });
}

/** Tells in the lines of the visitor's cart which prices have changed; a customer's say so already. */
export function usePricesTold(): <T extends CartItem>(lines: T[]) => T[] {
  const visitor = useAppState(visitorOf);
  const prices = usePricesSeen((state) => state.prices);
  return (lines) => (visitor === "guest" ? withPricesSeen(lines, prices) : lines);
}

/** Pieces in the cart; a guest's are known without asking. Null while a customer's are not known. */
export function useCartCount(): number | null {
  const visitor = useAppState(visitorOf);
  const guestSkuIds = useAppState((state) => state.guestCartItem);
  const giftCards = useGuestGiftCards((state) => state.cards.length);
  const { data } = useQuery({ ...cartQuery(visitor, guestSkuIds), enabled: visitor !== "guest" });
  if (visitor === "guest") return guestSkuIds.length + giftCards;
  return data?.reduce((sum, line) => sum + line.quantity, 0) ?? null;
}

/** What a link to the cart is called. */
export function cartLabel(count: number | null): string {
  return count === null ? t("cart.title") : t("cart.countLabel", { count });
}
