import type { QueryClient } from "@tanstack/react-query";
import { startGuestCart } from "./guestCart";

const CHANNEL = "stallage-cart";

let channel: BroadcastChannel | null = null;

/** Says that a customer's cart has changed; a guest's travels with local storage. */
export function tellOtherTabs(): void {
  channel?.postMessage("changed");
}

/** Restores the guest's cart and asks for a customer's again when another tab has changed it. */
export function startCart(queryClient: QueryClient): void {
  startGuestCart();
  if (typeof BroadcastChannel === "undefined") return; // An old browser asks when it is looked at.
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", () => {
    void queryClient.invalidateQueries({ queryKey: ["cart"] });
  });
}
