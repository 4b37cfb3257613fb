import { createIdempotencyKey } from "@/api/idempotencyKey";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { waitForSession } from "@/state/waitForSession";
import { isSkuId } from "@/storage/skuIds";
import { setPendingAdditions, storedAdditions } from "./additionQueue";
import {
  MAX_LINES,
  MAX_QUANTITY,
  quantityOf,
  setGuestSkuIds,
  storedSkuIds,
  withQuantity,
} from "./guestCart";

/** The server's `no_script/cart_cookie.py` writes it, such as `guestCart=17x2_9x1`. */
const COOKIE = /(?:^|; )guestCart=([\dx_]*)/;
const LOCK = "stallage-cookie-cart";

type Line = readonly [skuId: number, quantity: number];

/** The lines of the cart that was filled without a script. */
export function linesInCookie(cookies: string): Line[] {
  const parts = COOKIE.exec(cookies)?.[1]?.split("_") ?? [];
  return parts.flatMap((part) => {
    const [skuId = 0, quantity = 0] = part.split("x").map(Number);
    return isSkuId(skuId) && quantity >= 1 ? [[skuId, Math.min(quantity, MAX_QUANTITY)]] : [];
  });
}

/** As at sign-in, the larger quantity of a SKU counts. What does not fit is left out. */
function addToGuestCart(lines: readonly Line[]): void {
  let skuIds: readonly number[] = storedSkuIds();
  for (const [skuId, quantity] of lines) {
    const before = quantityOf(skuIds, skuId);
    const isFull = before === 0 && new Set(skuIds).size >= MAX_LINES;
    if (quantity > before && !isFull) skuIds = withQuantity(skuIds, skuId, quantity);
  }
  setGuestSkuIds(skuIds);
}

/** `app/offline/start.ts` sends them until the customer's cart has them, with the same key each time. */
function queueForCustomer(lines: readonly Line[]): void {
  const visitor = visitorOf(useAppState.getState());
  const additions = lines.map(([skuId, quantity]) => ({
    key: createIdempotencyKey(),
    visitor,
    skuId,
    quantity,
    title: "",
    price: null,
  }));
  setPendingAdditions([...storedAdditions(), ...additions]);
}

/** Moves the cookie's cart into the visitor's own, in one tab at a time. */
export async function adoptCookieCart(): Promise<void> {
  await waitForSession();
  const adopt = () => {
    const lines = linesInCookie(document.cookie);
    if (lines.length > 0) {
      if (isLoggedIn()) queueForCustomer(lines);
      else addToGuestCart(lines);
    }
    document.cookie = "guestCart=; path=/; max-age=0";
    return Promise.resolve();
  };
  // Absent on plain HTTP and in old browsers, contrary to the DOM types.
  const { locks } = navigator as { locks?: LockManager };
  await (locks ? locks.request(LOCK, adopt) : adopt());
}
