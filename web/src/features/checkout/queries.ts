import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { QuoteInput } from "@/api/types";
import { dropRejectedCode } from "@/features/cart/promoCode";

/** The quote of a checkout. Its key starts with the cart's, so that it reloads when the cart changes. */
export function quoteQuery(visitor: string, input: QuoteInput) {
  return queryOptions({
    queryKey: ["cart", "quote", visitor, JSON.stringify(input)],
    queryFn: async ({ signal }) => {
      const quote = await unwrap(api.POST("/api/checkout/quote", { signal, body: input }));
      dropRejectedCode(quote, input.promoCode ?? undefined);
      return quote;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
  });
}
