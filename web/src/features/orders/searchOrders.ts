import { api, unwrap } from "@/api/client";
import { criterionOf, readConditions } from "@/ui/Filter/conditions";
import { orderFields } from "./orderFields";
import type { OrderSearchParams } from "./queries";
import { STATUS_GROUPS } from "./statuses";

/** A page of the customer's orders with the advanced filter, newest first. */
export function searchOrders(
  { page, group, q, conditions: written }: OrderSearchParams,
  signal: AbortSignal,
) {
  // Amounts are in minor units already, so the currency does not matter here.
  const fields = orderFields("USD");
  const fieldOf = (key: string) => fields.find((field) => field.key === key) ?? null;
  const { match, conditions } = readConditions(written, fieldOf);
  const criteria = conditions.flatMap((condition) => {
    const field = fieldOf(condition.key);
    return field ? [{ ...criterionOf(condition, field), key: field.key }] : [];
  });
  return unwrap(
    api.POST("/api/orders/search", {
      signal,
      params: {
        query: {
          ...(q === "" ? {} : { q }),
          ...(group === "all" ? {} : { status: [...STATUS_GROUPS[group]] }),
        },
      },
      body: { criteria, match, page },
    }),
  );
}
