import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { useAppState, visitorOf } from "@/state/appState";

export const wishlistKey = (visitor: string) => ["wishlist", visitor] as const;

/** A customer's wishes as cards, newest first. A guest has none to ask for. */
export function wishlistQuery(visitor: string) {
  return queryOptions({
    queryKey: wishlistKey(visitor),
    queryFn: ({ signal }) => ask(api.GET("/wishlist", { signal })),
    enabled: visitor !== "guest",
  });
}

export function useWishlist() {
  return useQuery(wishlistQuery(useAppState(visitorOf)));
}
