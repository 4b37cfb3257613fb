import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { CartItem } from "@/api/types";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import {
  giftCardsKey,
  setGuestGiftCards,
  storedGiftCards,
  useGuestGiftCards,
} from "./guestGiftCards";
import { useVisitorsAdditions } from "./additionQueue";
import { usePendingUnits } from "./pendingAdditions";
import { rememberPrices, useGuestPrices, markPriceChanges } from "./guestPrices";

/** A guest cart is identified by its contents, a customer's by the visitor. */
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
  return unwrap(api.POST("/api/carts/guest", { body, ...(signal ? { signal } : {}) }));
}

async function guestCart(skuIds: readonly number[], signal: AbortSignal): Promise<CartItem[]> {
  const lines = await quoteGuestCart(skuIds, signal);
  if (!import.meta.env.SSR) rememberPrices(lines);
  return lines;
}

/** A customer's cart; moves gift cards that were added before sign-in into it first. */
async function customerCart(signal: AbortSignal): Promise<CartItem[]> {
  const guestCards = storedGiftCards();
  if (guestCards.length === 0) return unwrap(api.GET("/api/carts", { signal }));
  const lines = await unwrap(api.POST("/api/carts/guest/gift-cards", { body: [...guestCards] }));
  setGuestGiftCards([]);
  return lines;
}

/** The visitor's cart: the server's for a customer, the quote of the local list for a guest. */
export function cartQuery(visitor: string, guestSkuIds: readonly number[]) {
  return queryOptions({
    queryKey: cartKey(visitor, guestSkuIds),
    queryFn: ({ signal }) =>
      visitor === "guest" ? guestCart(guestSkuIds, signal) : customerCart(signal),
    // Keep a guest's lines while the changed list is quoted, but never show a customer's to a guest.
    placeholderData: (before: CartItem[] | undefined, query) =>
      visitor === "guest" &&
      (guestSkuIds.length > 0 || giftCardsKey() !== "") &&
      query?.queryKey[1] === "guest"
        ? before
        : undefined,
    refetchOnWindowFocus: "always",
  });
}

/** The query of the current visitor's cart. */
export function currentCartQuery() {
  const state = useAppState.getState();
  return cartQuery(visitorOf(state), state.guestCartItem);
}

export function useCart() {
  const visitor = useAppState(visitorOf);
  const guestSkuIds = useAppState((state) => state.guestCartItem);
  // Subscribe: the cards are part of the query key.
  useGuestGiftCards((state) => state.cards);
  const markPriceChanges = useMarkPriceChanges();
  return useQuery({ ...cartQuery(visitor, guestSkuIds), select: markPriceChanges });
}

/** Returns a function that marks changed prices in the cart's lines; a customer's are marked already. */
export function useMarkPriceChanges(): <T extends CartItem>(lines: T[]) => T[] {
  const visitor = useAppState(visitorOf);
  const prices = useGuestPrices((state) => state.prices);
  return (lines) => (visitor === "guest" ? markPriceChanges(lines, prices) : lines);
}

/** Units in the cart, with those being or waiting to be added; null until a customer's cart is loaded. */
export function useCartCount(): number | null {
  const visitor = useAppState(visitorOf);
  const guestSkuIds = useAppState((state) => state.guestCartItem);
  const giftCards = useGuestGiftCards((state) => state.cards.length);
  const adding = usePendingUnits();
  const { data } = useQuery({ ...cartQuery(visitor, guestSkuIds), enabled: visitor !== "guest" });
  const waiting = useVisitorsAdditions().reduce((sum, { quantity }) => sum + quantity, adding);
  if (visitor === "guest") return guestSkuIds.length + giftCards + waiting;
  if (!data) return waiting === 0 ? null : waiting;
  return data.reduce((sum, line) => sum + line.quantity, waiting);
}

/** Accessible label of a link to the cart. */
export function cartLabel(count: number | null): string {
  return count === null ? t("cart.title") : t("cart.countLabel", { count });
}
