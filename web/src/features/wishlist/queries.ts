import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { cardsQuery } from "@/features/catalog/queries";
import { useAppState, visitorOf } from "@/state/appState";
import { useGuestWishlist } from "./guestWishlist";

export const wishlistKey = (visitor: string) => ["wishlist", visitor] as const;

/** A customer's wishes as cards, newest first. */
export function wishlistQuery(visitor: string) {
  return queryOptions({
    queryKey: wishlistKey(visitor),
    queryFn: ({ signal }) => ask(api.GET("/wishlist", { signal })),
    enabled: visitor !== "guest",
  });
}

/** What the visitor saved, newest first: a customer's at the shop, a guest's in the browser. */
export function useWishlist() {
  const visitor = useAppState(visitorOf);
  const isGuest = visitor === "guest";
  const skuIds = useGuestWishlist((state) => state.skuIds);
  const own = useQuery(wishlistQuery(visitor));
  const guest = useQuery({ ...cardsQuery(skuIds), enabled: isGuest });
  if (!isGuest) return own;
  // What was taken back leaves at once, before the cards that are left have come.
  return { ...guest, data: guest.data?.filter(({ skuId }) => skuIds.includes(skuId)) };
}

/** How many the visitor saved; null while a customer's list is on its way. */
export function useWishCount(): number | null {
  const visitor = useAppState(visitorOf);
  const saved = useGuestWishlist((state) => state.skuIds.length);
  const { data } = useQuery(wishlistQuery(visitor));
  return visitor === "guest" ? saved : (data?.length ?? null);
}
