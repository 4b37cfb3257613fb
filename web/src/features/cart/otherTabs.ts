import type { QueryClient } from "@tanstack/react-query";
import { startGuestCart } from "./guestCart";

const CHANNEL = "stallage-cart";

/** What other tabs have to reload: the first part of query keys. */
const RELOADABLE = ["cart", "wishlist"] as const;
type Reloadable = (typeof RELOADABLE)[number];

let channel: BroadcastChannel | null = null;

/** Tells other tabs that a customer's data has changed; a guest's syncs by local storage. */
export function notifyOtherTabs(changed: Reloadable = "cart"): void {
  channel?.postMessage(changed);
}

/**
 * Restores the guest cart, and reloads a customer's cart and wishlist when another tab has changed them. The
 * channel is closed while the page is in the back/forward cache, where it would miss messages or end the
 * page's stay; afterwards everything is reloaded.
 */
export function startCart(queryClient: QueryClient): void {
  startGuestCart();
  const reload = (part: Reloadable) => void queryClient.invalidateQueries({ queryKey: [part] });
  const open = () => {
    if (typeof BroadcastChannel === "undefined") return; // Old browsers reload the cart on focus.
    channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener("message", ({ data }) => {
      const part = RELOADABLE.find((one) => one === data);
      if (part !== undefined) reload(part);
    });
  };
  open();
  window.addEventListener("pagehide", () => channel?.close());
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    open();
    RELOADABLE.forEach(reload);
  });
}
