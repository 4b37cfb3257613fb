import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { AddressInput } from "@/api/types";
import {
  MAX_LINES,
  guestSkuIds,
  quantityOf,
  setGuestSkuIds,
  withQuantity,
} from "@/features/cart/guestCart";
import { notifyOtherTabs } from "@/features/cart/otherTabs";
import { orderParams, type OrderRef } from "./orderRef";
import { useOrderMutation } from "./useOrderMutation";

export function useCancelOrder(ref: OrderRef) {
  return useOrderMutation(ref, () =>
    unwrap(api.POST("/api/orders/{orderId}/cancel", { params: orderParams(ref) })),
  );
}

export function useChangeBilling(ref: OrderRef) {
  return useOrderMutation(ref, (body: AddressInput) =>
    unwrap(
      api.PUT("/api/orders/{orderId}/billing-address", {
        params: orderParams(ref),
        body,
      }),
    ),
  );
}

/** Starts the payment of an order, or returns its open payment attempt. */
export function usePayOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ref: OrderRef) =>
      unwrap(api.POST("/api/orders/{orderId}/pay", { params: orderParams(ref) })),
    onError: () => queryClient.invalidateQueries({ queryKey: ["orders"] }),
  });
}

/**
 * Adds an order's items to the guest cart, per SKU the larger quantity, as the server does for a
 * customer. Returns how many lines did not fit.
 */
export function addToGuestCart(lines: readonly { skuId: number; quantity: number }[]): number {
  let skuIds = guestSkuIds();
  let leftOut = 0;
  for (const { skuId, quantity } of lines) {
    const more = withQuantity(skuIds, skuId, Math.max(quantity, quantityOf(skuIds, skuId)));
    if (new Set(more).size > MAX_LINES) leftOut += 1;
    else skuIds = more;
  }
  setGuestSkuIds(skuIds);
  return leftOut;
}

/** Adds an order's items to the customer's cart. */
export function useReorder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ref: OrderRef) =>
      unwrap(api.POST("/api/orders/{orderId}/reorder", { params: orderParams(ref) })),
    onSuccess: async () => {
      notifyOtherTabs();
      await queryClient.invalidateQueries({ queryKey: ["cart"] });
    },
  });
}
