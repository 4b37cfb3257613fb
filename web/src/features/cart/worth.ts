import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { GiftCardLine, Offer, Quote } from "@/api/types";
import { useAppState, visitorOf } from "@/state/appState";
import { giftCardsKey, useGuestGiftCards } from "./guestGiftCards";
import { dropIfRefused, usePromo } from "./promoCode";
import { useCart } from "./queries";

/** What is in a cart, as part of a key: another content is another question. */
type Contents = readonly [visitor: string, pieces: string];

interface GuestCart {
  skuIds: readonly number[];
  giftCards: readonly GiftCardLine[];
}

/** What the cart comes to, with discounts, gifts and the shop's ways of delivery. */
function worthQuery(contents: Contents, guest: GuestCart, code: string | null) {
  const [visitor] = contents;
  const body = {
    ...(visitor === "guest" ? { skuIds: [...guest.skuIds], giftCards: [...guest.giftCards] } : {}),
    ...(code === null ? {} : { promoCode: code }),
  };
  return queryOptions({
    queryKey: ["cart", "worth", ...contents, code] as const,
    queryFn: async ({ signal }) => {
      const quote = await ask(api.POST("/api/checkout/quote", { body, signal }));
      dropIfRefused(quote, body.promoCode);
      return quote;
    },
    placeholderData: (before: Quote | undefined, query) =>
      query?.queryKey[2] === visitor ? before : undefined,
    staleTime: 0,
    gcTime: 60_000,
  });
}

/** Public codes for some lines; null stands for all that is in a customer's cart. */
export function offersQuery(contents: Contents, skuIds: readonly number[] | null) {
  return queryOptions({
    queryKey: ["cart", "offers", ...contents] as const,
    queryFn: ({ signal }) =>
      ask(
        api.POST("/api/checkout/offers", {
          body: skuIds === null ? {} : { skuIds: [...skuIds] },
          signal,
        }),
      ),
    placeholderData: (before: Offer[] | undefined, query) =>
      query?.queryKey[2] === contents[0] ? before : undefined,
    staleTime: 0,
    gcTime: 60_000,
  });
}

/** The contents of the visitor's cart; of a customer's only once it is known. */
function useContents(): { contents: Contents; guest: GuestCart; enabled: boolean } {
  const visitor = useAppState(visitorOf);
  const skuIds = useAppState((state) => state.guestCartItem);
  const giftCards = useGuestGiftCards((state) => state.cards);
  const { data } = useCart();
  const pieces =
    visitor === "guest"
      ? skuIds.join() + giftCardsKey()
      : (data ?? [])
          .map(({ skuId, quantity, lineTotal }) => `${skuId}:${quantity}:${lineTotal.amount}`)
          .join();
  return { contents: [visitor, pieces], guest: { skuIds, giftCards }, enabled: pieces !== "" };
}

/** The quote of the visitor's cart with its promo code. Nothing is asked about an empty cart. */
export function useCartWorth() {
  const code = usePromo((state) => state.code);
  const { contents, guest, enabled } = useContents();
  return useQuery({ ...worthQuery(contents, guest, code), enabled });
}

/** The offers for the visitor's cart. */
export function useCartOffers(): readonly Offer[] {
  const { contents, guest, enabled } = useContents();
  const skuIds = contents[0] === "guest" ? guest.skuIds : null;
  return useQuery({ ...offersQuery(contents, skuIds), enabled }).data ?? [];
}
