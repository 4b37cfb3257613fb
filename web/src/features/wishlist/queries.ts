import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { cardsQuery } from "@/features/products/queries";
import { useAppState, visitorOf } from "@/state/appState";
import { useGuestWishlist } from "./guestWishlist";

export const wishlistKey = (visitor: string) => ["wishlist", visitor] as const;

/** A customer's wishlist as cards, newest first. */
export function wishlistQuery(visitor: string) {
  return queryOptions({
    queryKey: wishlistKey(visitor),
    queryFn: ({ signal }) => unwrap(api.GET("/wishlist", { signal })),
    enabled: visitor !== "guest",
  });
}

/** The visitor's wishlist, newest first: a customer's from the server, a guest's from the browser. */
export function useWishlist() {
  const visitor = useAppState(visitorOf);
  const isGuest = visitor === "guest";
  const skuIds = useGuestWishlist((state) => state.skuIds);
  const own = useQuery(wishlistQuery(visitor));
  const guest = useQuery({ ...cardsQuery(skuIds), enabled: isGuest });
  if (!isGuest) return own;
  // Removed items disappear at once, before the remaining cards have loaded.
  return { ...guest, data: guest.data?.filter(({ skuId }) => skuIds.includes(skuId)) };
}

/** The number of wishlist items; null while a customer's wishlist loads. */
export function useWishlistCount(): number | null {
  const visitor = useAppState(visitorOf);
  const saved = useGuestWishlist((state) => state.skuIds.length);
  const { data } = useQuery(wishlistQuery(visitor));
  return visitor === "guest" ? saved : (data?.length ?? null);
}
