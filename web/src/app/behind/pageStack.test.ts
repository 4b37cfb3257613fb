import { expect, it } from "vitest";
import { entryOf, firstPage, type Page, type PageStack, pagesAfter } from "./pageStack";

const isList = (name: string | undefined) => name === "search";
const page = (name: string, entry = name): Page => ({ name, entry });

/** The pages after these were opened one after the other. */
function open(first: Page, ...later: Page[]): PageStack<Page> {
  return later.reduce((pages, now) => pagesAfter(pages, now, isList), firstPage(first));
}

it("leaves a list behind the products that are opened from it, until Back", () => {
  const list = page("search");
  const product = page("product", "mug");
  const opened = open(list, product);
  expect(opened).toMatchObject({ current: product, behind: list, number: 1 });
  const related = page("product", "bowl");
  expect(pagesAfter(opened, related, isList)).toMatchObject({
    ...{ current: related, behind: list, number: 1 },
  });
  const returned = open(list, product, related, product, page("search"));
  expect(returned).toEqual({ current: list, behind: null, isReturned: true, number: 0 });
  expect(returned.current).toBe(list);
});

it("leaves nothing behind other pages, nor other pages behind products", () => {
  const nothing = { behind: null, isReturned: false, number: 0 };
  expect(open(page("search"), page("cart"))).toMatchObject(nothing);
  expect(open(page("cart"), page("product"))).toMatchObject(nothing);
  expect(open(page("search"), page("product"), page("cart"))).toMatchObject({
    ...{ behind: null, isReturned: false },
  });
});

it("opens a list as a new page in another history entry", () => {
  const again = page("search", "again");
  const opened = open(page("search"), page("product"), again);
  expect(opened).toMatchObject({ current: again, behind: null, isReturned: false });
});

it("follows the router on the same page, but not on one that was returned to", () => {
  const later = page("search");
  expect(open(page("search"), later).current).toBe(later);
  const list = page("search");
  const returned = open(list, page("product"), page("search"));
  expect(pagesAfter(returned, page("search"), isList)).toBe(returned);
});

it("tells entries without a key of the router apart by their address", () => {
  const list = { key: "default", pathname: "/search", search: "?q=mug" };
  expect(entryOf(list)).toBe(entryOf({ ...list }));
  expect(entryOf(list)).not.toBe(entryOf({ ...list, pathname: "/products/mug" }));
  expect(entryOf(list)).not.toBe(entryOf({ ...list, search: "?q=bowl" }));
});
