import { create } from "zustand";
import { api, unwrap } from "@/api/client";
import { isLoggedIn } from "@/state/appState";
import { waitForSession } from "@/state/waitForSession";
import { onStorageChange } from "@/storage/browserStorage";
import { RECENTLY_VIEWED } from "@/storage/keys";
import { readSkuIds, writeSkuIds } from "@/storage/skuIds";

const MAX_LENGTH = 20;

/** SKU ids, most recent first. */
export const useRecentlyViewed = create<{ skuIds: readonly number[] }>()(() => ({ skuIds: [] }));

export function setRecentlyViewed(skuIds: readonly number[]): void {
  const limited = [...new Set(skuIds)].slice(0, MAX_LENGTH);
  writeSkuIds(RECENTLY_VIEWED, limited);
  useRecentlyViewed.setState({ skuIds: limited });
}

/**
 * Adds a SKU in the browser and, for a customer, on the server. Waits until the session is restored: that
 * replaces the list.
 */
export async function addRecentlyViewed(skuId: number): Promise<void> {
  await waitForSession();
  const { skuIds } = useRecentlyViewed.getState();
  if (skuIds[0] === skuId) return;
  setRecentlyViewed([skuId, ...skuIds]);
  if (!isLoggedIn()) return;
  unwrap(api.POST("/customer/recentlyViewed", { body: { skuId } })).catch((error: unknown) =>
    console.error("Error noting what was viewed:", error),
  );
}

/** Changes the list at once and, for a customer, on the server. Undoes the change if that fails. */
async function change(skuIds: readonly number[], onServer: () => Promise<unknown>): Promise<void> {
  const before = useRecentlyViewed.getState().skuIds;
  setRecentlyViewed(skuIds);
  if (!isLoggedIn()) return;
  try {
    await onServer();
  } catch (error) {
    setRecentlyViewed(before);
    throw error;
  }
}

export function removeRecentlyViewed(skuId: number): Promise<void> {
  const remaining = useRecentlyViewed.getState().skuIds.filter((other) => other !== skuId);
  return change(remaining, () =>
    unwrap(api.DELETE("/customer/recentlyViewed/{skuId}", { params: { path: { skuId } } })),
  );
}

export function clearRecentlyViewed(): Promise<void> {
  return change([], () => unwrap(api.DELETE("/customer/recentlyViewed")));
}

/** Restores the stored list and keeps it in sync with other tabs. */
export function startRecentlyViewed(): void {
  const restore = () => useRecentlyViewed.setState({ skuIds: readSkuIds(RECENTLY_VIEWED) });
  restore();
  onStorageChange((key) => {
    if (key === RECENTLY_VIEWED || key === null) restore();
  });
}
