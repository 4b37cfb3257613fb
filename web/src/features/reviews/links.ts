/** Replaces the order id in the URL when the order has to be looked up by product. */
export const ORDER_OF_PRODUCT = "product";

/** The page to review a product. It asks guests to sign in and finds the order. */
export function writeReviewLink(productSlug: string): string {
  return `/write-review/${ORDER_OF_PRODUCT}?${new URLSearchParams({ slug: productSlug })}`;
}

/** The page to review an item of an order. */
export function reviewInOrderLink(orderId: string, skuId: number): string {
  return `/write-review/${encodeURIComponent(orderId)}?${new URLSearchParams({ sku: String(skuId) })}`;
}
