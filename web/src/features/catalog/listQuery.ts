import { queryOptions } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { ProductList } from "@/api/types";
import { hasConditions, type ListState, writeListState } from "./listState";

/** Which shelf a list shows; a search may be narrowed by a category. */
export interface Source {
  category?: string;
  sale?: string;
  slider?: string;
  /** `parentId/slug`. */
  section?: string;
  q?: string;
}

function listParameters(source: Source, state: ListState): string {
  const { category, ...others } = source;
  const written = writeListState(state, new URLSearchParams(others));
  // The shelf that the page is for stands, whatever its address adds.
  if (category !== undefined) written.set("category", category);
  return written.toString();
}

export function productListQuery(source: Source, state: ListState) {
  // The parameters are open (attr.* is whatever the catalogue has), so they go as they are.
  const parameters = listParameters(source, state);
  return queryOptions({
    queryKey: ["catalog", "list", JSON.stringify(source), parameters],
    queryFn: async ({ signal }) => {
      if (!hasConditions(state)) {
        return ask(api.GET("/api/products", { signal, querySerializer: () => parameters }));
      }
      const { searchProducts } = await import("./list/advanced");
      return searchProducts(parameters, state, signal);
    },
    // While the same shelf is narrowed or turned, what was there stays until the new is there.
    placeholderData: (before: ProductList | undefined, query) =>
      query?.queryKey[2] === JSON.stringify(source) ? before : undefined,
  });
}
