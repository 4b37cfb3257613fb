import type { Location } from "react-router";
import { expect, it } from "vitest";
import { type RetainedPage, pagesAfter, type ShownPages } from "./retainedPages";

function at(pathname: string, key: string, isPublic = true): RetainedPage {
  const location: Location = { pathname, key, search: "", hash: "", state: null, mask: undefined };
  return { location, isPublic };
}

/** Goes from page to page; returns those that remain. */
function walk(first: RetainedPage, ...steps: RetainedPage[]) {
  return steps.reduce<ShownPages<RetainedPage>>(pagesAfter, { page: first, over: null });
}

const list = at("/search", "a");
const mug = at("/products/mug", "b");
const bowl = at("/products/bowl", "c");

it("keeps a page while products are opened on it, and shows it again as it was", () => {
  const again = { ...list };
  expect(walk(list, mug)).toEqual({ page: list, over: mug });
  expect(walk(list, mug, bowl)).toEqual({ page: list, over: bowl });
  expect(walk(list, mug, again).page).toBe(list);
  expect(walk(list, mug, bowl, again)).toEqual({ page: list, over: null });
  expect(walk(list, mug, again, mug)).toEqual({ page: list, over: mug });
});

it("keeps no page on the way to others, and no private one", () => {
  const table = at("/c/collections/table", "b");
  const cart = at("/cart", "c", false);
  const wishlist = at("/user-profile/wishlist", "a", false);
  expect(walk(list, table)).toEqual({ page: table, over: null });
  expect(walk(list, mug, cart)).toEqual({ page: cart, over: null });
  expect(walk(wishlist, mug)).toEqual({ page: mug, over: null });
  expect(walk(mug, bowl)).toEqual({ page: bowl, over: null });
});

it("follows changes of the page that is shown", () => {
  const changed = { ...list, isPublic: false };
  expect(walk(list, changed).page).toBe(changed);
  const other = { ...mug };
  expect(walk(list, mug, other).over).toBe(other);
});
