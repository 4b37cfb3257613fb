import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { Quote, ShippingChoice } from "@/api/types";
import { useAppState, visitorOf } from "@/state/appState";
import type { Place } from "@/state/postalCode";

interface Pieces {
  skuId: number;
  quantity: number;
}

export function arrivalQuery(visitor: string, { skuId, quantity }: Pieces, place: Place | null) {
  const { postalCode = "", addressId = null } = place ?? {};
  return queryOptions({
    queryKey: ["checkout", "arrival", visitor, skuId, quantity, postalCode, addressId],
    queryFn: ({ signal }) =>
      ask(
        api.POST("/api/checkout/quote", {
          signal,
          body: {
            skuIds: Array.from({ length: quantity }, () => skuId),
            ...(addressId === null ? { postalCode } : { addressId }),
          },
        }),
      ),
    enabled: place !== null,
    // Another quantity changes what delivery costs, not which line stands here meanwhile.
    placeholderData: (before: Quote | undefined, query) =>
      query?.queryKey[3] === skuId ? keepPreviousData(before) : undefined,
  });
}

/** How some pieces would come to a place. */
export function useArrival(pieces: Pieces, place: Place | null) {
  return useQuery(arrivalQuery(useAppState(visitorOf), pieces, place));
}

/** The way of delivery that the shop proposes. */
export function proposedWay(quote: Quote): ShippingChoice | undefined {
  const { shippingMethods, shippingMethod } = quote;
  return shippingMethods.find(({ code }) => code === shippingMethod) ?? shippingMethods[0];
}

/** Whether what stands in the quote's way is that nothing goes there. */
export function isOutOfReach({ problems }: Quote): boolean {
  return problems.some(({ code }) => code === "delivery_unavailable");
}
