import { CUSTOMER_CACHE, CUSTOMER_LOCK } from "./workerProtocol";

/**
 * Deletes what the service worker has stored of customers, in all tabs, except of the one with this id.
 * Never rejects.
 */
export async function deleteCustomerCopies(exceptId?: number): Promise<void> {
  // Absent on plain HTTP, where there is no service worker either.
  if (typeof caches === "undefined") return;
  const remaining = exceptId === undefined ? "" : `${CUSTOMER_CACHE}${exceptId}`;
  try {
    await navigator.locks.request(CUSTOMER_LOCK, async () => {
      const names = await caches.keys();
      const others = names.filter((name) => name.startsWith(CUSTOMER_CACHE) && name !== remaining);
      await Promise.all(others.map((name) => caches.delete(name)));
    });
  } catch (error) {
    console.error("Error deleting stored orders:", error);
  }
}
