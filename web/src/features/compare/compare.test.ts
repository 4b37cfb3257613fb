import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ProductDetails } from "@/api/types";
import {
  addCompared,
  clearCompared,
  compareLink,
  MAX_COMPARED,
  removeCompared,
  slugsIn,
  useCompared,
} from "./list";
import { differs, propertyRows } from "./rows";

const product = (slug: string) => ({ slug, title: slug.toUpperCase(), image: null });
const slugs = () => useCompared.getState().products.map(({ slug }) => slug);

beforeEach(() => {
  clearCompared();
  localStorage.clear();
});

describe("the products to compare", () => {
  it("are kept in the order chosen, each once, and no more than fit", () => {
    for (const slug of ["a", "b", "b", "c", "d"]) expect(addCompared(product(slug))).toBe(true);
    expect(addCompared(product("e"))).toBe(false);
    expect(slugs()).toEqual(["a", "b", "c", "d"]);
    removeCompared("b");
    expect(addCompared(product("e"))).toBe(true);
    expect(slugs()).toEqual(["a", "c", "d", "e"]);
    expect(JSON.parse(localStorage.getItem("comparedProducts") ?? "")).toHaveLength(MAX_COMPARED);
    clearCompared();
    expect(localStorage.getItem("comparedProducts")).toBeNull();
  });

  it("are those that another tab has just chosen, too", () => {
    addCompared(product("a"));
    localStorage.setItem("comparedProducts", JSON.stringify([product("a"), product("z")]));
    addCompared(product("b"));
    expect(slugs()).toEqual(["a", "z", "b"]);
    localStorage.setItem("comparedProducts", "[]");
    window.dispatchEvent(
      new StorageEvent("storage", { key: "comparedProducts", storageArea: localStorage }),
    );
    expect(slugs()).toEqual([]);
  });

  it.each(["7", "{", '[{"slug":1}]', '[{"slug":"","title":"x","image":null}]', '[{"slug":"a"}]'])(
    "are none where the browser holds %s",
    async (text) => {
      localStorage.setItem("comparedProducts", text);
      vi.resetModules();
      const fresh = await import("./list");
      expect(fresh.useCompared.getState().products).toEqual([]);
    },
  );

  it("travel in an address whatever their names", () => {
    const names = ["a,b", "tee & co", "größe"];
    const search = new URLSearchParams(compareLink(names).split("?")[1]);
    expect(slugsIn(search)).toEqual(names);
    expect(slugsIn(new URLSearchParams("product=a&product=a&product="))).toEqual(["a"]);
    expect(slugsIn(new URLSearchParams("product="))).toBeNull();
    const many = new URLSearchParams(["a", "b", "c", "d", "e"].map((slug) => ["product", slug]));
    expect(slugsIn(many)).toHaveLength(MAX_COMPARED);
  });
});

describe("the rows of a comparison", () => {
  const of = (part: Partial<ProductDetails>) =>
    ({ options: [], specification: [], attributes: [], ...part }) as unknown as ProductDetails;
  const first = of({
    options: [{ name: "Size", values: [{ value: "S" }, { value: "L" }] }] as never,
    specification: [
      { name: "Material", value: "Oak" },
      { name: "Height", value: "9 cm" },
    ],
    attributes: [{ name: "material", label: "Material", values: ["Wood"] }],
  });
  const second = of({ specification: [{ name: "Material", value: "Oak" }] });

  it("hold every property once, as people read it, with the common ones first", () => {
    expect(propertyRows([first, second])).toEqual([
      { name: "Material", texts: ["Oak", "Oak"] },
      { name: "Size", texts: ["S, L", null] },
      { name: "Height", texts: ["9 cm", null] },
    ]);
  });

  it("differ where one product says something else, or nothing", () => {
    const different = propertyRows([first, second]).filter(differs);
    expect(different.map(({ name }) => name)).toEqual(["Size", "Height"]);
  });
});
