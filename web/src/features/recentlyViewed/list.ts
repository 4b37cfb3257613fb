import { create } from "zustand";
import { api, ask } from "@/api/client";
import { isLoggedIn } from "@/state/appState";
import { onOtherTab } from "@/storage/browserStorage";
import { RECENTLY_VIEWED } from "@/storage/keys";
import { readSkuIds, writeSkuIds } from "@/storage/skuIds";

const LENGTH = 20;

/** SKU ids, newest first. */
export const useRecentlyViewed = create<{ skuIds: readonly number[] }>()(() => ({ skuIds: [] }));

export function setRecentlyViewed(skuIds: readonly number[]): void {
  const kept = [...new Set(skuIds)].slice(0, LENGTH);
  writeSkuIds(RECENTLY_VIEWED, kept);
  useRecentlyViewed.setState({ skuIds: kept });
}

/** Notes that a SKU was looked at, here and for a customer also at the shop. */
export function noteViewed(skuId: number): void {
  const { skuIds } = useRecentlyViewed.getState();
  if (skuIds[0] === skuId) return;
  setRecentlyViewed([skuId, ...skuIds]);
  if (!isLoggedIn()) return;
  ask(api.POST("/customer/recentlyViewed", { body: { skuId } })).catch((error: unknown) =>
    console.error("Error noting what was viewed:", error),
  );
}

export function startRecentlyViewed(): void {
  const restore = () => useRecentlyViewed.setState({ skuIds: readSkuIds(RECENTLY_VIEWED) });
  restore();
  onOtherTab((key) => {
    if (key === RECENTLY_VIEWED || key === null) restore();
  });
}
