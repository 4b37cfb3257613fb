import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { GiftCardLine, Offer, Quote } from "@/api/types";
import { useAppState, visitorOf } from "@/state/appState";
import { giftCardsKey, useGuestGiftCards } from "./guestGiftCards";
import { dropRejectedCode, usePromoCode } from "./promoCode";
import { useCart } from "./queries";

/** The contents of a cart as part of a query key. */
type Contents = readonly [visitor: string, units: string];

interface GuestCart {
  skuIds: readonly number[];
  giftCards: readonly GiftCardLine[];
}

/** The quote of a cart: discounts, gifts and shipping methods. */
function cartQuoteQuery(contents: Contents, guest: GuestCart, code: string | null) {
  const [visitor] = contents;
  const body = {
    ...(visitor === "guest" ? { skuIds: [...guest.skuIds], giftCards: [...guest.giftCards] } : {}),
    ...(code === null ? {} : { promoCode: code }),
  };
  return queryOptions({
    queryKey: ["cart", "cartQuote", ...contents, code] as const,
    queryFn: async ({ signal }) => {
      const quote = await unwrap(api.POST("/api/checkout/quote", { body, signal }));
      dropRejectedCode(quote, body.promoCode);
      return quote;
    },
    placeholderData: (before: Quote | undefined, query) =>
      query?.queryKey[2] === visitor ? before : undefined,
    staleTime: 0,
    gcTime: 60_000,
  });
}

/** Public promo codes for SKUs; null means the whole cart of a customer. */
export function offersQuery(contents: Contents, skuIds: readonly number[] | null) {
  return queryOptions({
    queryKey: ["cart", "offers", ...contents] as const,
    queryFn: ({ signal }) =>
      unwrap(
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

/** The queries of a guest's cart without gift cards and promo code, for the server's page. */
export function renderedCartQueries(skuIds: readonly number[]) {
  const contents = ["guest", skuIds.join()] as const;
  return {
    quote: cartQuoteQuery(contents, { skuIds, giftCards: [] }, null),
    offers: offersQuery(contents, skuIds),
  };
}

/** The contents of the visitor's cart; disabled while it is empty or not loaded. */
function useContents(): { contents: Contents; guest: GuestCart; enabled: boolean } {
  const visitor = useAppState(visitorOf);
  const skuIds = useAppState((state) => state.guestCartItem);
  const giftCards = useGuestGiftCards((state) => state.cards);
  const { data } = useCart();
  const units =
    visitor === "guest"
      ? skuIds.join() + giftCardsKey()
      : (data ?? [])
          .map(({ skuId, quantity, lineTotal }) => `${skuId}:${quantity}:${lineTotal.amount}`)
          .join();
  return { contents: [visitor, units], guest: { skuIds, giftCards }, enabled: units !== "" };
}

/** The quote of the visitor's cart with its promo code; not requested for an empty cart. */
export function useCartQuote() {
  const code = usePromoCode((state) => state.code);
  const { contents, guest, enabled } = useContents();
  return useQuery({ ...cartQuoteQuery(contents, guest, code), enabled });
}

/** The offers for the visitor's cart. */
export function useCartOffers(): readonly Offer[] {
  const { contents, guest, enabled } = useContents();
  const skuIds = contents[0] === "guest" ? guest.skuIds : null;
  return useQuery({ ...offersQuery(contents, skuIds), enabled }).data ?? [];
}
