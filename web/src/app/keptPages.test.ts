import { type Location, NavigationType } from "react-router";
import { expect, it } from "vitest";
import { type KeptPage, pagesAfter } from "./keptPages";

type Pages = [KeptPage, ...KeptPage[]];

function at(pathname: string, key: string, isPublic = true): Omit<KeptPage, "id"> {
  const location: Location = { pathname, key, search: "", hash: "", state: null, mask: undefined };
  return { location, isPublic };
}

/** Goes from page to page; returns the ids and paths of those that remain. */
function walk(...steps: [Omit<KeptPage, "id">, NavigationType?][]) {
  const [[first] = [at("/", "default")], ...others] = steps;
  const pages = others.reduce<Pages>(
    (before, [page, by = NavigationType.Push]) => pagesAfter(before, page, by),
    [{ ...first, id: 0 }],
  );
  return pages.map(({ id, location }) => [id, location.pathname]);
}

const list = at("/search", "a");
const mug = at("/products/mug", "b");
const bowl = at("/products/bowl", "c");

it("keeps a page while products are opened on it, and shows it again as it was", () => {
  const opened = [
    [1, "/products/mug"],
    [0, "/search"],
  ];
  expect(walk([list], [mug])).toEqual(opened);
  expect(walk([list], [mug], [bowl])).toEqual([
    [1, "/products/bowl"],
    [0, "/search"],
  ]);
  expect(walk([list], [mug], [list, NavigationType.Pop])).toEqual([[0, "/search"]]);
  expect(walk([list], [mug], [bowl], [list, NavigationType.Pop])).toEqual([[0, "/search"]]);
  expect(walk([list], [mug], [list, NavigationType.Pop], [mug, NavigationType.Pop])).toEqual(
    opened,
  );
});

it("keeps no page on the way to others, for one that takes its place, or a private one", () => {
  expect(walk([list], [at("/c/collections/table", "b")])).toEqual([[0, "/c/collections/table"]]);
  expect(walk([list], [mug], [at("/cart", "c", false)])).toEqual([[1, "/cart"]]);
  expect(walk([list], [mug, NavigationType.Replace])).toEqual([[0, "/products/mug"]]);
  expect(walk([at("/user-profile/wishlist", "a", false)], [mug])).toEqual([[0, "/products/mug"]]);
});
