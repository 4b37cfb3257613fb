import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it } from "vitest";
import { isKnown, knownProduct } from "./knownProduct";

const money = (amount: number) => ({ amount, currency: "USD" });
const card = {
  ...{ productId: 1, skuId: null, slug: "vase", title: "Vase", brand: "Kiln", image: null },
  ...{ price: money(1200), compareAtPrice: null, lowestPrice: null, discountPercent: 0 },
  ...{ priceVaries: true, inStock: true, stockNote: "Only 3 left", swatches: [] },
  ...{ averageRating: 4.5, ratingCount: 12, createdAt: "2026-01-01T00:00:00Z" },
};
const variant = {
  ...{ ...card, skuId: 7, price: money(1500) },
  options: [{ name: "Size", value: "Large" }],
};
const suggestion = {
  ...{ kind: "product", text: "Vase", slug: "vase", link: "/products/vase", image: null },
  ...{ price: money(1000), compareAtPrice: null, priceVaries: true },
};

let queryClient: QueryClient;

beforeEach(() => {
  queryClient = new QueryClient();
});

it("knows nothing of a product without a card", () => {
  queryClient.setQueryData(["catalog", "categories"], [{ slug: "vase", title: "Vases" }]);
  queryClient.setQueryData(["cart", "guest"], [{ slug: "vase", price: money(1) }]);
  expect(knownProduct(queryClient, "vase", null)).toBeUndefined();
  expect(isKnown(queryClient, "vase")).toBe(false);
});

it("takes the most recent card of the product, wherever it is", () => {
  const old = { ...card, price: money(900) };
  queryClient.setQueryData(["catalog", "list"], { items: [old] }, { updatedAt: 1 });
  const home = { pageItem: { featureSection: [{ tiles: [{ products: [card] }] }] } };
  queryClient.setQueryData(["catalog", "home"], home, { updatedAt: 2 });
  expect(knownProduct(queryClient, "vase", null)).toMatchObject({
    title: "Vase",
    price: { amount: 1200 },
    averageRating: 4.5,
    brand: { name: "Kiln" },
    skus: [],
    options: [],
  });
  expect(isKnown(queryClient, "vase")).toBe(true);
});

it("takes the card of the variant in the address", () => {
  queryClient.setQueryData(["wishlist", "5"], [variant], { updatedAt: 1 });
  queryClient.setQueryData(["catalog", "list"], { items: [card] }, { updatedAt: 2 });
  expect(knownProduct(queryClient, "vase", 7)).toMatchObject({
    price: { amount: 1500 },
    skus: [{ skuId: 7, price: { amount: 1500 }, options: variant.options }],
  });
  expect(knownProduct(queryClient, "vase", null)?.skus).toEqual([]);
});

it("takes a suggestion if there is no card", () => {
  queryClient.setQueryData(["catalog", "suggest", "va"], [suggestion], { updatedAt: 9 });
  expect(knownProduct(queryClient, "vase", null)).toMatchObject({ title: "Vase", ratingCount: 0 });
  queryClient.setQueryData(["catalog", "list"], { items: [card] }, { updatedAt: 1 });
  expect(knownProduct(queryClient, "vase", null)).toMatchObject({ ratingCount: 12 });
});
