import { api, ask } from "@/api/client";
import type { ProductList } from "@/api/types";
import { criterionOf, readConditions } from "@/ui/Filter/conditions";
import type { ListState } from "../listState";
import { isCondition } from "../listState";
import { productField } from "./productFields";

/** A page of a list under its advanced filter. `parameters` are those of the list's address. */
export function searchProducts(
  parameters: string,
  state: ListState,
  signal: AbortSignal,
): Promise<ProductList> {
  // Amounts are in minor units already, so the currency does not matter here.
  const fieldOf = (key: string) => productField(key, [], "USD");
  const { match, conditions } = readConditions(state.filters, fieldOf);
  const criteria = conditions.flatMap((condition) => {
    const field = fieldOf(condition.key);
    return field ? [criterionOf(condition, field)] : [];
  });
  const list = new URLSearchParams(
    [...new URLSearchParams(parameters)].filter(([name]) => name !== "page" && !isCondition(name)),
  );
  // With an order the query names a list, also that of all products.
  if (state.sort === null) list.set("sort", "relevance");
  return ask(
    api.POST("/api/products/search", {
      signal,
      querySerializer: () => list.toString(),
      body: { criteria, match, page: state.page },
    }),
  );
}
