import { PENDING_WISH } from "@/storage/keys";
import { readTab, removeTab, writeTab } from "@/storage/tabStorage";

/**
 * The thing a guest wished for before signing in; the wish is made once it is known who wishes. Signing
 * in may take a reload, so it is kept in the tab, and until the shop has it.
 */
export function rememberWish(skuId: number): void {
  writeTab(PENDING_WISH, skuId);
}

export function pendingWish(): number | null {
  return readTab(PENDING_WISH, (value) => typeof value === "number");
}

export function forgetPendingWish(): void {
  removeTab(PENDING_WISH);
}
