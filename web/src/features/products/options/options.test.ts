import { describe, expect, it } from "vitest";
import type { GalleryImage, SkuDetails } from "@/api/types";
import {
  cheapestSku,
  initialSku,
  maxQuantity,
  selectValue,
  imagesForChoice,
  findSku,
  valueState,
} from "./options";
import { valuePrice } from "./valuePrice";

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

describe("initialSku", () => {
  it("is the SKU in the URL, otherwise the first in stock", () => {
    expect(initialSku(product(skus), skus[3]?.skuId ?? 0)).toBe(skus[3]);
    expect(initialSku(product(skus), null)).toBe(skus[1]);
    expect(initialSku(product(skus), 999)).toBe(skus[1]);
    expect(initialSku(product(skus.slice(0, 1)), null)).toBe(skus[0]);
    expect(initialSku(product([]), null)).toBeUndefined();
  });

  it("is undefined when the choice decides the price", () => {
    const withPrices = { ...product(skus), priceVaries: true };
    expect(initialSku(withPrices, null)).toBeUndefined();
    expect(initialSku(withPrices, skus[3]?.skuId ?? 0)).toBe(skus[3]);
    expect(initialSku({ ...withPrices, options: [] }, null)).toBe(skus[1]);
  });
});

describe("prices", () => {
  const priced = [
    sku("Black", "1.0 L", 0, 3900),
    sku("Black", "1.7 L", 9, 5900),
    sku("Silver", "1.7 L", 9, 6900),
    sku("Silver", "2.2 L", 9, 6900),
  ];

  it("the cheapest SKU is in stock if any is", () => {
    expect(cheapestSku({ skus: priced })).toBe(priced[1]);
    expect(cheapestSku({ skus: priced.slice(0, 1) })).toBe(priced[0]);
  });

  it("a value has the price of its SKU, or the lowest price while other options are open", () => {
    expect(valuePrice(priced, blackLarge, "Colour", "Silver")).toBe("$69");
    expect(valuePrice(priced, blackLarge, "Size", "1.0 L")).toBe("$39");
    expect(valuePrice(priced, {}, "Size", "1.7 L")).toBe("From $59");
    expect(valuePrice(priced, {}, "Colour", "Black")).toBe("$59");
    expect(valuePrice(priced, {}, "Colour", "Silver")).toBe("$69");
  });
});

describe("valueState", () => {
  it("takes the other chosen values into account", () => {
    expect(valueState(skus, blackLarge, "Size", "1.7 L")).toBe("available");
    expect(valueState(skus, blackLarge, "Size", "1.0 L")).toBe("soldOut");
    expect(valueState(skus, blackLarge, "Size", "2.2 L")).toBe("none");
    expect(valueState(skus, {}, "Size", "2.2 L")).toBe("available");
    expect(valueState(skus, {}, "Size", "1.0 L")).toBe("soldOut");
  });
});

describe("selectValue", () => {
  it("leaves the other options unchanged when there is such a SKU", () => {
    expect(selectValue(skus, blackLarge, "Colour", "Silver")).toEqual({
      Colour: "Silver",
      Size: "1.7 L",
    });
  });

  it("chooses the nearest SKU when the combination does not exist", () => {
    const choice = selectValue(skus, blackLarge, "Size", "2.2 L");
    expect(choice).toEqual({ Colour: "Silver", Size: "2.2 L" });
    expect(findSku(skus, choice)).toBe(skus[3]);
  });

  it("prefers a SKU in stock over one with fewer changes", () => {
    const more = [sku("Red", "S", 0), sku("Blue", "M"), sku("Red", "M", 0), sku("Blue", "L")];
    expect(selectValue(more, { Colour: "Red", Size: "S" }, "Size", "L")).toEqual({
      Colour: "Blue",
      Size: "L",
    });
  });

  it("changes nothing when no SKU has the value", () => {
    expect(selectValue(skus, blackLarge, "Size", "9 L")).toBe(blackLarge);
  });
});

describe("imagesForChoice", () => {
  function image(path: string, colour?: string): GalleryImage {
    const options = colour === undefined ? [] : [{ name: "Colour", value: colour }];
    return { path, alt: "", width: null, height: null, colour: null, options };
  }
  const all = [image("group"), image("black", "Black"), image("silver", "Silver")];

  it("starts with images of the choice and leaves out other variants", () => {
    expect(imagesForChoice(all, blackLarge).map(({ path }) => path)).toEqual(["black", "group"]);
  });

  it("returns all images if none matches", () => {
    expect(imagesForChoice(all.slice(2), blackLarge)).toHaveLength(1);
  });
});

describe("maxQuantity", () => {
  it("is limited by stock, the product's limit and the limit per cart line", () => {
    expect(maxQuantity(skus[1], null)).toBe(10);
    expect(maxQuantity(skus[1], 4)).toBe(4);
    expect(maxQuantity(undefined, null)).toBe(99);
    expect(maxQuantity({ ...sku("Red", "S", 0), inStock: true }, null)).toBe(99);
  });
});
