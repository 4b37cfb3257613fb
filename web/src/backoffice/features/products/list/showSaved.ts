import type { QueryClient } from "@tanstack/react-query";
import type { ListedSku, ProductPage, SkuList } from "./queries";

/** Puts saved variants into the rows that are on the screen, before these are loaded again. */
export function showSaved(client: QueryClient, saved: readonly ListedSku[]): void {
  const byId = new Map(saved.map((sku) => [sku.id, sku]));
  const newest = (sku: ListedSku) => byId.get(sku.id) ?? sku;
  client.setQueriesData<ProductPage>({ queryKey: ["products", "list"] }, (page) =>
    page
      ? {
          ...page,
          items: page.items.map((one) => (one.sku ? { ...one, sku: newest(one.sku) } : one)),
        }
      : page,
  );
  client.setQueriesData<SkuList>({ queryKey: ["products", "skus"] }, (list) =>
    list ? { ...list, items: list.items.map(newest) } : list,
  );
}
