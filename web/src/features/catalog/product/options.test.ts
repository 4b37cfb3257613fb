import { describe, expect, it } from "vitest";
import type { GalleryImage, SkuDetails } from "@/api/types";
import { cheapestSku, firstSku, mostOf, picked, picturesFor, skuOf, stateOf } from "./options";
import { valueCost } from "./valueCost";

const money = { amount: 5900, currency: "USD" };
let last = 0;

function sku(colour: string, size: string, stock = 10, amount = money.amount): SkuDetails {
  last += 1;
  return {
    skuId: last,
    sku: `${colour}-${size}`,
    options: [
      { name: "Colour", value: colour },
      { name: "Size", value: size },
    ],
    price: { ...money, amount },
    compareAtPrice: null,
    discountPercent: 0,
    lowestPrice: null,
    stock,
    inStock: stock > 0,
    stockNote: null,
    images: [],
  };
}

const skus = [
  sku("Black", "1.0 L", 0),
  sku("Black", "1.7 L"),
  sku("Silver", "1.7 L"),
  sku("Silver", "2.2 L"),
];
const blackLarge = { Colour: "Black", Size: "1.7 L" };

function product(all: SkuDetails[]) {
  return { skus: all, options: [{ name: "Size", values: [] }], priceVaries: false };
}

describe("choosing", () => {
  it("starts with the SKU of the address, else with the first that can be had", () => {
    expect(firstSku(product(skus), skus[3]?.skuId ?? 0)).toBe(skus[3]);
    expect(firstSku(product(skus), null)).toBe(skus[1]);
    expect(firstSku(product(skus), 999)).toBe(skus[1]);
    expect(firstSku(product(skus.slice(0, 1)), null)).toBe(skus[0]);
    expect(firstSku(product([]), null)).toBeUndefined();
  });

  it("starts with nothing where the choice decides the price", () => {
    const varied = { ...product(skus), priceVaries: true };
    expect(firstSku(varied, null)).toBeUndefined();
    expect(firstSku(varied, skus[3]?.skuId ?? 0)).toBe(skus[3]);
    expect(firstSku({ ...varied, options: [] }, null)).toBe(skus[1]);
  });

  it("names the cheapest that can be had, else the cheapest", () => {
    const priced = [
      sku("Black", "1.0 L", 0, 3900),
      sku("Black", "1.7 L", 9, 5900),
      sku("Black", "2 L"),
    ];
    expect(cheapestSku({ skus: priced })).toBe(priced[1]);
    expect(cheapestSku({ skus: priced.slice(0, 1) })).toBe(priced[0]);
  });

  it("says what a value costs with the rest of the choice, and from what without it", () => {
    const priced = [
      sku("Black", "1.0 L", 0, 3900),
      sku("Black", "1.7 L", 9, 5900),
      sku("Silver", "1.7 L", 9, 6900),
      sku("Silver", "2.2 L", 9, 6900),
    ];
    expect(valueCost(priced, blackLarge, "Colour", "Silver")).toBe("$69");
    expect(valueCost(priced, blackLarge, "Size", "1.0 L")).toBe("$39");
    expect(valueCost(priced, {}, "Size", "1.7 L")).toBe("From $59");
    expect(valueCost(priced, {}, "Colour", "Black")).toBe("$59");
    expect(valueCost(priced, {}, "Colour", "Silver")).toBe("$69");
  });

  it("tells what can be had with the rest of the choice", () => {
    expect(stateOf(skus, blackLarge, "Size", "1.7 L")).toBe("available");
    expect(stateOf(skus, blackLarge, "Size", "1.0 L")).toBe("soldOut");
    expect(stateOf(skus, blackLarge, "Size", "2.2 L")).toBe("none");
    expect(stateOf(skus, {}, "Size", "2.2 L")).toBe("available");
    expect(stateOf(skus, {}, "Size", "1.0 L")).toBe("soldOut");
  });

  it("keeps the rest of the choice where it can", () => {
    expect(picked(skus, blackLarge, "Colour", "Silver")).toEqual({
      Colour: "Silver",
      Size: "1.7 L",
    });
  });

  it("moves to the nearest SKU where the combination is not made", () => {
    const choice = picked(skus, blackLarge, "Size", "2.2 L");
    expect(choice).toEqual({ Colour: "Silver", Size: "2.2 L" });
    expect(skuOf(skus, choice)).toBe(skus[3]);
  });

  it("prefers what can be had over what changes least", () => {
    const more = [sku("Red", "S", 0), sku("Blue", "M"), sku("Red", "M", 0), sku("Blue", "L")];
    expect(picked(more, { Colour: "Red", Size: "S" }, "Size", "L")).toEqual({
      Colour: "Blue",
      Size: "L",
    });
  });

  it("stays where it is when a value leads nowhere", () => {
    expect(picked(skus, blackLarge, "Size", "9 L")).toBe(blackLarge);
  });
});

describe("pictures", () => {
  function picture(path: string, colour?: string): GalleryImage {
    const options = colour === undefined ? [] : [{ name: "Colour", value: colour }];
    return { path, alt: "", width: null, height: null, colour: null, options };
  }
  const all = [picture("group"), picture("black", "Black"), picture("silver", "Silver")];

  it("show the choice first and leave out other choices", () => {
    expect(picturesFor(all, blackLarge).map(({ path }) => path)).toEqual(["black", "group"]);
  });

  it("are all shown where none fits", () => {
    expect(picturesFor(all.slice(2), blackLarge)).toHaveLength(1);
  });
});

describe("how many", () => {
  it("is bounded by stock, the product's limit and the line's", () => {
    expect(mostOf(skus[1], null)).toBe(10);
    expect(mostOf(skus[1], 4)).toBe(4);
    expect(mostOf(undefined, null)).toBe(99);
    expect(mostOf({ ...sku("Red", "S", 0), inStock: true }, null)).toBe(99);
  });
});
