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

/** Shows a list at once and, for a customer, has the shop do the same; goes back where it does not. */
async function change(skuIds: readonly number[], atShop: () => Promise<unknown>): Promise<void> {
  const before = useRecentlyViewed.getState().skuIds;
  setRecentlyViewed(skuIds);
  if (!isLoggedIn()) return;
  try {
    await atShop();
  } catch (error) {
    setRecentlyViewed(before);
    throw error;
  }
}

/** Removes a SKU from the list, here and for a customer also at the shop. */
export function removeViewed(skuId: number): Promise<void> {
  const left = useRecentlyViewed.getState().skuIds.filter((other) => other !== skuId);
  return change(left, () =>
    ask(api.DELETE("/customer/recentlyViewed/{skuId}", { params: { path: { skuId } } })),
  );
}

/** Empties the list, here and for a customer also at the shop. */
export function clearViewed(): Promise<void> {
  return change([], () => ask(api.DELETE("/customer/recentlyViewed")));
}

export function startRecentlyViewed(): void {
  const restore = () => useRecentlyViewed.setState({ skuIds: readSkuIds(RECENTLY_VIEWED) });
  restore();
  onOtherTab((key) => {
    if (key === RECENTLY_VIEWED || key === null) restore();
  });
}
