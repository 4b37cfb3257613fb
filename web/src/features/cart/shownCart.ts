/**
 * Tells the server the guest's cart with requests for the cart's page, in a cookie for that page alone, so that
 * the page comes with the cart: see `stallage/rendering/shown_cart.py`.
 */
const NAME = "shownCart";
const PATH = "/cart";
/** Seconds. */
const MAX_AGE = 60 * 60 * 24 * 90;

/** Sets the cookie to SKU ids, each as often as there are units; none deletes it. */
export function setShownCart(skuIds: readonly number[]): void {
  const units = new Map<number, number>();
  for (const skuId of skuIds) units.set(skuId, (units.get(skuId) ?? 0) + 1);
  const value = [...units].map(([skuId, quantity]) => `${skuId}x${quantity}`).join("_");
  const secure = window.location.protocol === "https:" ? "; secure" : "";
  const age = units.size === 0 ? 0 : MAX_AGE;
  document.cookie = `${NAME}=${value}; path=${PATH}; max-age=${age}; samesite=lax${secure}`;
}
