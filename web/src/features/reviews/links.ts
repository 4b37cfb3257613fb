/** In place of an order: the one with which this product can be reviewed is looked up. */
export const ORDER_OF_PRODUCT = "product";

/** The way to a review of a product, whoever asks: it leads by sign-in and by the right order. */
export function writeReviewLink(productSlug: string): string {
  return `/write-review/${ORDER_OF_PRODUCT}?${new URLSearchParams({ slug: productSlug })}`;
}

/** The way to a review of a thing out of an order. */
export function reviewInOrderLink(orderId: string, skuId: number): string {
  return `/write-review/${encodeURIComponent(orderId)}?${new URLSearchParams({ sku: String(skuId) })}`;
}
