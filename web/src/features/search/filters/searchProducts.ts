import { api, unwrap } from "@/api/client";
import type { ProductList } from "@/api/types";
import { criterionOf, readConditions } from "@/ui/Filter/conditions";
import { type ListParameters, withoutConditions } from "../list/listParameters";
import { productField } from "./productFields";

/** Loads a page of a list with an advanced filter. `toQueryString` returns the query string of a list. */
export function searchProducts(
  list: ListParameters,
  toQueryString: (list: ListParameters) => string,
  signal: AbortSignal,
): Promise<ProductList> {
  // Amounts are in minor units already, so the currency does not matter here.
  const fieldOf = (key: string) => productField(key, [], "USD");
  const { match, conditions } = readConditions(list.filters, fieldOf);
  const criteria = conditions.flatMap((condition) => {
    const field = fieldOf(condition.key);
    return field ? [criterionOf(condition, field)] : [];
  });
  const query = toQueryString({
    ...withoutConditions(list),
    // The endpoint takes a list that names at least one parameter, also for all products.
    sort: list.sort ?? "relevance",
    // The page is in the body.
    page: 1,
  });
  return unwrap(
    api.POST("/api/products/search", {
      signal,
      querySerializer: () => query,
      body: { criteria, match, page: list.page },
    }),
  );
}
