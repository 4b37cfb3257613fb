import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { AddressInput, OrderDetails } from "@/api/types";
import {
  MAX_LINES,
  guestSkuIds,
  quantityOf,
  setGuestSkuIds,
  withQuantity,
} from "@/features/cart/guestCart";
import { tellOtherTabs } from "@/features/cart/otherTabs";
import { useAppState, visitorOf } from "@/state/appState";
import { orderQuery } from "./queries";

/** Which order, and the key that lets a guest at it. */
export interface OrderAddressed {
  orderId: string;
  key: string | null;
}

const withKey = ({ orderId, key }: OrderAddressed) => ({
  params: { path: { orderId }, query: key === null ? {} : { key } },
});

async function showOrder(queryClient: QueryClient, { key }: OrderAddressed, order: OrderDetails) {
  const visitor = visitorOf(useAppState.getState());
  queryClient.setQueryData(orderQuery(visitor, order.orderId, key).queryKey, order);
  await queryClient.invalidateQueries({ queryKey: ["orders"] });
  await queryClient.invalidateQueries({ queryKey: ["wallet"] });
}

export function useCancelOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (addressed: OrderAddressed) =>
      ask(api.POST("/api/orders/{orderId}/cancel", withKey(addressed))),
    onSuccess: (order, addressed) => showOrder(queryClient, addressed, order),
    // Somebody may have moved it meanwhile: what stands is shown.
    onError: () => queryClient.invalidateQueries({ queryKey: ["orders"] }),
  });
}

export function useChangeBilling() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ address, ...addressed }: OrderAddressed & { address: AddressInput }) =>
      ask(
        api.PUT("/api/orders/{orderId}/billing-address", {
          ...withKey(addressed),
          body: address,
        }),
      ),
    onSuccess: (order, addressed) => showOrder(queryClient, addressed, order),
    // An invoice may have been issued meanwhile: what stands is shown.
    onError: () => queryClient.invalidateQueries({ queryKey: ["orders"] }),
  });
}

/** Asks where to pay an order; asking again gives the same open attempt. */
export function usePayOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (addressed: OrderAddressed) =>
      ask(api.POST("/api/orders/{orderId}/pay", withKey(addressed))),
    onError: () => queryClient.invalidateQueries({ queryKey: ["orders"] }),
  });
}

/**
 * Puts an order's things into the cart of this browser again, per SKU the larger quantity, as the shop
 * does for a customer. Says how many things found no room.
 */
export function addToGuestCart(lines: readonly { skuId: number; quantity: number }[]): number {
  let skuIds = guestSkuIds();
  let left = 0;
  for (const { skuId, quantity } of lines) {
    const more = withQuantity(skuIds, skuId, Math.max(quantity, quantityOf(skuIds, skuId)));
    if (new Set(more).size > MAX_LINES) left += 1;
    else skuIds = more;
  }
  setGuestSkuIds(skuIds);
  return left;
}

/** Puts an order's things into the cart again. */
export function useReorder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (addressed: OrderAddressed) =>
      ask(api.POST("/api/orders/{orderId}/reorder", withKey(addressed))),
    onSuccess: async () => {
      tellOtherTabs();
      await queryClient.invalidateQueries({ queryKey: ["cart"] });
    },
  });
}
