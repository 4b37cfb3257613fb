import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { Quote, ShippingChoice } from "@/api/types";
import { useAppState, visitorOf } from "@/state/appState";
import type { DeliveryPlace } from "@/state/postalCode";

interface SkuQuantity {
  skuId: number;
  quantity: number;
}

export function deliveryQuoteQuery(
  visitor: string,
  { skuId, quantity }: SkuQuantity,
  place: DeliveryPlace | null,
) {
  const { postalCode = "", addressId = null } = place ?? {};
  return queryOptions({
    queryKey: ["checkout", "arrival", visitor, skuId, quantity, postalCode, addressId],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST("/api/checkout/quote", {
          signal,
          body: {
            skuIds: Array.from({ length: quantity }, () => skuId),
            ...(addressId === null ? { postalCode } : { addressId }),
          },
        }),
      ),
    enabled: place !== null,
    // While another quantity is quoted, the estimate for the same SKU stays visible.
    placeholderData: (before: Quote | undefined, query) =>
      query?.queryKey[3] === skuId ? keepPreviousData(before) : undefined,
  });
}

/** A quote for units of one SKU, delivered to a postal code or an address. */
export function useDeliveryQuote(units: SkuQuantity, place: DeliveryPlace | null) {
  return useQuery(deliveryQuoteQuery(useAppState(visitorOf), units, place));
}

/** The shipping method that the quote assumes. */
export function defaultShippingMethod(quote: Quote): ShippingChoice | undefined {
  const { shippingMethods, shippingMethod } = quote;
  return shippingMethods.find(({ code }) => code === shippingMethod) ?? shippingMethods[0];
}

/** Whether the shop does not deliver there. */
export function isDeliveryUnavailable({ problems }: Quote): boolean {
  return problems.some(({ code }) => code === "delivery_unavailable");
}
