import { onStorageChange } from "@/storage/browserStorage";
import { GUEST_CART, GUEST_PRICES } from "@/storage/keys";
import { readSkuIds, writeSkuIds } from "@/storage/skuIds";
import { useAppState } from "@/state/appState";
import { startGuestGiftCards, storedGiftCards } from "./guestGiftCards";
import { removePricesExcept, restoreGuestPrices } from "./guestPrices";
import { setShownCart } from "./shownCart";

export const MAX_QUANTITY = 99;
export const MAX_LINES = 100;

export function guestSkuIds(): readonly number[] {
  return useAppState.getState().guestCartItem;
}

/** The list as stored, including a change by another tab. */
export function storedSkuIds(): readonly number[] {
  return readSkuIds(GUEST_CART);
}

/** The server shows no gift cards: with one, the cart comes from the browser as a whole. */
function showCart(skuIds: readonly number[]): void {
  setShownCart(storedGiftCards().length === 0 ? skuIds : []);
}

export function setGuestSkuIds(skuIds: readonly number[]): void {
  writeSkuIds(GUEST_CART, skuIds);
  showCart(skuIds);
  removePricesExcept(skuIds);
  useAppState.setState({ guestCartItem: skuIds });
}

/** The list with a SKU repeated `quantity` times, at its old position or at the end; 0 removes it. */
export function withQuantity(skuIds: readonly number[], skuId: number, quantity: number): number[] {
  const first = skuIds.indexOf(skuId);
  const others = skuIds.filter((id) => id !== skuId);
  const position =
    first < 0 ? others.length : skuIds.slice(0, first).filter((id) => id !== skuId).length;
  const copies = Array.from({ length: Math.min(quantity, MAX_QUANTITY) }, () => skuId);
  return [...others.slice(0, position), ...copies, ...others.slice(position)];
}

export function quantityOf(skuIds: readonly number[], skuId: number): number {
  return skuIds.filter((id) => id === skuId).length;
}

/** Restores the stored cart with its prices, and follows changes by other tabs. */
export function startGuestCart(): void {
  const restore = () => useAppState.setState({ guestCartItem: readSkuIds(GUEST_CART) });
  restore();
  // An older version has stored none.
  if (guestSkuIds().length > 0) showCart(guestSkuIds());
  restoreGuestPrices();
  startGuestGiftCards();
  onStorageChange((key) => {
    if (key === GUEST_CART || key === null) restore();
    if (key === GUEST_PRICES || key === null) restoreGuestPrices();
  });
}
