import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { QuoteInput } from "@/api/types";
import { dropIfRefused } from "@/features/cart/promoCode";

/** What an order would cost now. Below the cart's key: it is asked again when the cart changes. */
export function quoteQuery(visitor: string, input: QuoteInput) {
  return queryOptions({
    queryKey: ["cart", "quote", visitor, JSON.stringify(input)],
    queryFn: async ({ signal }) => {
      const quote = await ask(api.POST("/api/checkout/quote", { signal, body: input }));
      dropIfRefused(quote, input.promoCode ?? undefined);
      return quote;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
  });
}
