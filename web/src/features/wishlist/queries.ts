import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { cardsQuery } from "@/features/products/queries";
import type { SkuCard } from "@/api/types";
import { useAppState, visitorOf } from "@/state/appState";
import { useGuestWishlist } from "./guestWishlist";
import { useOptimisticWishlist } from "./optimisticWishlist";

export const wishlistKey = (visitor: string) => ["wishlist", visitor] as const;

/** A customer's wishlist as cards, newest first. */
export function wishlistQuery(visitor: string) {
  return queryOptions({
    queryKey: wishlistKey(visitor),
    queryFn: ({ signal }) => unwrap(api.GET("/wishlist", { signal })),
    enabled: visitor !== "guest",
  });
}

/**
 * The visitor's wishlist, newest first: a customer's from the server, a guest's from the browser. Removed
 * items disappear at once.
 */
export function useWishlist() {
  const visitor = useAppState(visitorOf);
  const isGuest = visitor === "guest";
  const skuIds = useGuestWishlist((state) => state.skuIds);
  const saved = useOptimisticWishlist((state) => state.saved);
  const own = useQuery(wishlistQuery(visitor));
  const guest = useQuery({ ...cardsQuery(skuIds), enabled: isGuest });
  const { data, ...query } = isGuest ? guest : own;
  const isShown = (skuId: number) =>
    (!isGuest || skuIds.includes(skuId)) && saved.get(skuId) !== false;
  return { ...query, data: data?.filter(({ skuId }) => isShown(skuId)) };
}

/**
 * The SKU on the wishlist that a heart stands for, without changes under way: the SKU itself or, if it is
 * not known, any of the product. Null if there is none. `latest`: the SKU that the heart has added.
 */
export function useSavedSku(
  skuId: number | null,
  productId: number,
  latest: number | null,
): number | null {
  const visitor = useAppState(visitorOf);
  const isGuest = visitor === "guest";
  const stored = useGuestWishlist(({ skuIds }) => skuIds);
  const select = (items: readonly SkuCard[]) =>
    items.find((card) => (skuId === null ? card.productId === productId : card.skuId === skuId))
      ?.skuId ?? null;
  const own = useQuery({ ...wishlistQuery(visitor), select });
  // A guest's list tells which SKUs are on it; their cards are needed only for the products.
  const known = skuId ?? (latest !== null && stored.includes(latest) ? latest : null);
  const needsCards = isGuest && known === null;
  const guest = useQuery({ ...cardsQuery(stored), enabled: needsCards, select });
  if (!isGuest) return own.data ?? null;
  const found = needsCards ? (guest.data ?? null) : known;
  return found !== null && stored.includes(found) ? found : null;
}

/** The number of wishlist items, with changes under way; null while a customer's wishlist loads. */
export function useWishlistCount(): number | null {
  const visitor = useAppState(visitorOf);
  const stored = useGuestWishlist((state) => state.skuIds);
  const saved = useOptimisticWishlist((state) => state.saved);
  const { data } = useQuery(wishlistQuery(visitor));
  if (visitor !== "guest" && !data) return null;
  const skuIds = new Set(visitor === "guest" ? stored : data?.map(({ skuId }) => skuId));
  for (const [skuId, isSaved] of saved) {
    if (isSaved) skuIds.add(skuId);
    else skuIds.delete(skuId);
  }
  return skuIds.size;
}
