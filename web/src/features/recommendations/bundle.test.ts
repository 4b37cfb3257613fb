import { expect, it } from "vitest";
import type { SkuDetails } from "@/api/types";
import { bundleSkuIds } from "./bundle";

const sku = (skuId: number) => ({ skuId }) as SkuDetails;
const products = [
  { slug: "mug", skus: [sku(1), sku(2)] },
  { slug: "bowl", skus: [sku(3), sku(4)] },
];

it("uses the SKUs of the items, and the chosen ones for items with options", () => {
  const items = [
    { slug: "mug", skuId: null },
    { slug: "vase", skuId: 9 },
    { slug: "bowl", skuId: null },
  ];
  expect(bundleSkuIds(items, products, [sku(4), sku(2)])).toEqual([2, 9, 4]);
});

it("leaves out items without a chosen SKU", () => {
  expect(bundleSkuIds([{ slug: "mug", skuId: null }], products, [sku(3)])).toEqual([]);
  expect(bundleSkuIds([{ slug: "jar", skuId: null }], products, [sku(3)])).toEqual([]);
});
