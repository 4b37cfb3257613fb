import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

const FIVE_MINUTES = 300_000;

export const homeQuery = queryOptions({
  queryKey: ["catalog", "home"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/home", { signal })),
});

/** The automatic main menu. */
export const menuQuery = queryOptions({
  queryKey: ["catalog", "menu"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/category-menu", { signal })),
  staleTime: FIVE_MINUTES,
});

export const categoriesQuery = queryOptions({
  queryKey: ["catalog", "categories"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/categories", { signal })),
  staleTime: FIVE_MINUTES,
});

/** Products of a sale on the home page. */
export const SALE_PRODUCTS = 3;

/** The first products of a sale, for the home page. */
export function saleTeaserQuery(sale: string) {
  return queryOptions({
    queryKey: ["catalog", "saleTeaser", sale],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/products", {
          signal,
          params: { query: { sale, pageSize: SALE_PRODUCTS } },
        }),
      ),
  });
}
