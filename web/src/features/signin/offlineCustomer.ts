/** The signed-in customer's details in the cache that the service worker stores their orders in. */
import { accessToken } from "@/api/tokens";
import type { Customer } from "@/api/types";
import { useAppState } from "@/state/appState";
import { unlessRemoved } from "@/storage/unlessRemoved";
import { CUSTOMER_CACHE, CUSTOMER_DETAILS, CUSTOMER_LOCK } from "@/storage/workerProtocol";

/** Creates the customer's cache: the worker stores nothing of a customer without it. */
export async function storeCustomer(details: Customer): Promise<void> {
  await navigator.locks.request(CUSTOMER_LOCK, async () => {
    // This or another tab may have signed out in the meantime.
    const { userDetails } = useAppState.getState();
    if (accessToken() === null || userDetails?.details.id !== details.id) return;
    await unlessRemoved(async () => {
      const cache = await caches.open(`${CUSTOMER_CACHE}${details.id}`);
      await cache.put(CUSTOMER_DETAILS, Response.json(details));
    });
  });
}

/** The customer that is stored; null if there is none. */
export async function storedCustomer(): Promise<Customer | null> {
  if (typeof caches === "undefined") return null;
  const name = (await caches.keys()).find((each) => each.startsWith(CUSTOMER_CACHE));
  if (name === undefined) return null;
  const found = await (await caches.open(name)).match(CUSTOMER_DETAILS);
  return found === undefined ? null : ((await found.json()) as Customer);
}
