import type { Browser, BrowserContext } from "@playwright/test";
import type { components } from "../src/api/schema.ts";

type ProductAnswer = components["schemas"]["Answer_ProductDetails_"];

import { GUEST_CART } from "../src/storage/keys.ts";

export { GUEST_CART };

const PHONE = { viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true };

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

/** A context of a new shopper on a phone, with that cart. */
export async function shopperContext(
  browser: Browser,
  shop: string,
  cart: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...PHONE,
    baseURL: shop,
    storageState: {
      cookies: [],
      origins: [{ origin: shop, localStorage: [{ name: GUEST_CART, value: cart }] }],
    },
  });
  const [nameAndValue = ""] = cookieOf(cart).split(";");
  const [name = "", value = ""] = nameAndValue.split("=");
  await context.addCookies([{ name, value, url: `${shop}/cart` }]);
  return context;
}
