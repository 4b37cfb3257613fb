import { api, unwrap } from "@/api/client";
import type { ProductList } from "@/api/types";
import { criterionOf, readConditions } from "@/ui/Filter/conditions";
import type { ListParameters } from "../list/listParameters";
import { isCondition } from "../list/listParameters";
import { productField } from "./productFields";

/** Loads a page of a list with an advanced filter. `query` is the list's query string. */
export function searchProducts(
  query: string,
  list: ListParameters,
  signal: AbortSignal,
): Promise<ProductList> {
  // Amounts are in minor units already, so the currency does not matter here.
  const fieldOf = (key: string) => productField(key, [], "USD");
  const { match, conditions } = readConditions(list.filters, fieldOf);
  const criteria = conditions.flatMap((condition) => {
    const field = fieldOf(condition.key);
    return field ? [criterionOf(condition, field)] : [];
  });
  const parameters = new URLSearchParams(
    [...new URLSearchParams(query)].filter(([name]) => name !== "page" && !isCondition(name)),
  );
  // The endpoint takes a list that names at least one parameter, also for all products.
  if (list.sort === null) parameters.set("sort", "relevance");
  return unwrap(
    api.POST("/api/products/search", {
      signal,
      querySerializer: () => parameters.toString(),
      body: { criteria, match, page: list.page },
    }),
  );
}
