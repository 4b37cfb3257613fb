import type { QueryClient } from "@tanstack/react-query";
import type { ListedProduct, ListedSku, ProductPage, SkuList } from "./queries";

/** Puts saved variants into the rows that are on the screen, before these are loaded again. */
export function showSaved(client: QueryClient, saved: readonly ListedSku[]): void {
  const byId = new Map(saved.map((sku) => [sku.id, sku]));
  const newest = (sku: ListedSku) => byId.get(sku.id) ?? sku;
  // Rows that did not change stay the same objects, so that they are not rendered.
  const row = (product: ListedProduct) => {
    const sku = product.sku && byId.get(product.sku.id);
    return sku ? { ...product, sku } : product;
  };
  client.setQueriesData<ProductPage>({ queryKey: ["products", "list"] }, (page) =>
    page ? { ...page, items: page.items.map(row) } : page,
  );
  client.setQueriesData<SkuList>({ queryKey: ["products", "skus"] }, (list) =>
    list ? { ...list, items: list.items.map(newest) } : list,
  );
}
