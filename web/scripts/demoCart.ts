import type { components } from "../src/api/schema.ts";

type ProductAnswer = components["schemas"]["Answer_ProductDetails_"];

export { GUEST_CART } from "../src/storage/keys.ts";

/** Two products of the demo shop, as a guest's cart is stored. */
export async function storedCart(shop: string): Promise<string> {
  const skuIds = ["everyday-mug", "dinner-plate"].map(async (slug) => {
    const answer = await fetch(`${shop}/api/products/${slug}`);
    const { output } = (await answer.json()) as ProductAnswer;
    return output.skus[0]?.skuId ?? 0;
  });
  return JSON.stringify(await Promise.all(skuIds));
}

/** The cookie that the client sets with that cart: see `features/cart/shownCart.ts`. */
export function cookieOf(cart: string): string {
  const skuIds = JSON.parse(cart) as number[];
  return `shownCart=${skuIds.map((skuId) => `${skuId}x1`).join("_")}; path=/cart`;
}
