import type { QueryClient } from "@tanstack/react-query";
import { startGuestCart } from "./guestCart";

const CHANNEL = "stallage-cart";

let channel: BroadcastChannel | null = null;

/** Tells other tabs that a customer's cart has changed; a guest cart syncs by local storage. */
export function notifyOtherTabs(): void {
  channel?.postMessage("changed");
}

/** Restores the guest cart, and reloads a customer's cart when another tab has changed it. */
export function startCart(queryClient: QueryClient): void {
  startGuestCart();
  if (typeof BroadcastChannel === "undefined") return; // Old browsers reload the cart on focus.
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", () => {
    void queryClient.invalidateQueries({ queryKey: ["cart"] });
  });
}
