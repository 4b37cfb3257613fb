/**
 * The guest's cart that the server has rendered, as far as the browser has told it (`features/cart/shownCart.ts`):
 * SKU ids, each as often as there are units. Empty: the server did not know a cart.
 */
let skuIds: readonly number[] = [];

export function setRenderedCart(next: readonly number[]): void {
  skuIds = next;
}

export function renderedCart(): readonly number[] {
  return skuIds;
}
