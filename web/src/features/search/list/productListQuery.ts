import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { ProductList } from "@/api/types";
import { hasConditions, type ListParameters, writeListParameters } from "./listParameters";
import type { ListSource } from "./listSource";

/** Milliseconds that a left list is remembered: longer than reading one of its products takes. */
const LIST_GC_TIME = 900_000;

/** The query string of the API for a list. */
export function toQueryString({ category, ...others }: ListSource, list: ListParameters): string {
  const written = writeListParameters(list, others);
  // The page's own category overrides a category filter in the URL.
  if (category !== undefined) written.set("category", category);
  return written.toString();
}

export function productListQuery(source: ListSource, list: ListParameters) {
  // Sent as text: the contract cannot type `attr.*`, which depends on the catalog.
  const query = toQueryString(source, list);
  return queryOptions({
    queryKey: ["catalog", "list", JSON.stringify(source), query],
    queryFn: async ({ signal }) => {
      if (!hasConditions(list)) {
        return unwrap(api.GET("/api/products", { signal, querySerializer: () => query }));
      }
      const { searchProducts } = await import("../filters/advancedFilterChunk");
      return searchProducts(list, (others) => toQueryString(source, others), signal);
    },
    gcTime: LIST_GC_TIME,
    // The previous page stays visible while another page or filter of the same list loads.
    placeholderData: (previous: ProductList | undefined, previousQuery) =>
      previousQuery?.queryKey[2] === JSON.stringify(source) ? previous : undefined,
  });
}
