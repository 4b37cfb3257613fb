/** Reads the newest orders and their invoices once, so that the service worker stores them. */
import type { QueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { OrderSummary } from "@/api/types";
import { useAppState, visitorOf } from "@/state/appState";
import { CUSTOMER_CACHE } from "@/storage/workerProtocol";
import { orderQuery } from "@/features/orders/queries";
import { documentsQuery, returnsQuery } from "./queries";

/** Orders that are read with the list; others are stored when they are opened. */
const NEWEST = 3;

/** Whether the worker has the order in this status, and its invoice if there is one. */
async function isStored({ orderId, status, allows }: OrderSummary): Promise<boolean> {
  const name = CUSTOMER_CACHE + visitorOf(useAppState.getState());
  if (!(await caches.has(name))) return true; // Nothing is stored of this visitor.
  const cache = await caches.open(name);
  const found = await cache.match(`/api/orders/${orderId}`);
  const stored = (await found?.json()) as { output?: { status?: number } } | undefined;
  const hasInvoice = (await cache.match(`/api/orders/${orderId}/invoice`)) !== undefined;
  return stored?.output?.status === status && (hasInvoice || !allows.invoice);
}

export async function storeNewestOrders(
  queryClient: QueryClient,
  orders: readonly OrderSummary[],
): Promise<void> {
  const visitor = visitorOf(useAppState.getState());
  for (const order of orders.slice(0, NEWEST)) {
    if (await isStored(order)) continue;
    const { orderId, allows } = order;
    const ref = { visitor, orderId, key: null };
    const { status, paymentStatus } = await queryClient.query(orderQuery(visitor, orderId, null));
    await queryClient.query(returnsQuery(ref, status));
    const documents = await queryClient.query(documentsQuery(ref, status, paymentStatus));
    // The list of orders and the page of an order download the invoice from different addresses.
    const path = { orderId };
    if (allows.invoice) {
      await api.GET("/api/orders/{orderId}/invoice", { params: { path }, parseAs: "blob" });
    }
    for (const { number } of documents) {
      await api.GET("/api/orders/{orderId}/documents/{number}", {
        params: { path: { ...path, number } },
        parseAs: "blob",
      });
    }
  }
}
