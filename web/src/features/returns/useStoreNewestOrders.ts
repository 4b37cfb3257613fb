import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { orderSearchQuery } from "@/features/orders/searchQuery";
import { useAppState, visitorOf } from "@/state/appState";

/** Once the list of all orders is loaded, lets the service worker store the newest ones. */
export function useStoreNewestOrders(): void {
  const queryClient = useQueryClient();
  const visitor = useAppState(visitorOf);
  // Observes the query of the list, and starts none.
  const { data } = useQuery({
    ...orderSearchQuery(visitor, { page: 1, group: "all", q: "", conditions: {} }),
    enabled: false,
  });
  useEffect(() => {
    // Missing on plain HTTP, contrary to the DOM types.
    const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
    if (!data || !serviceWorker?.controller || !navigator.onLine) return;
    void import("./storeNewestOrders")
      .then(({ storeNewestOrders }) => storeNewestOrders(queryClient, data.items))
      .catch(() => undefined); // Offline again; the next visit continues.
  }, [data, queryClient]);
}
