import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export const walletKey = (visitor: string) => ["wallet", visitor] as const;

/** A customer's balance with a page of its statement. */
export function walletQuery(visitor: string, page = 1) {
  return queryOptions({
    queryKey: [...walletKey(visitor), page],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/wallet", { signal, params: { query: { page } } })),
    enabled: visitor !== "guest",
    placeholderData: keepPreviousData,
  });
}
