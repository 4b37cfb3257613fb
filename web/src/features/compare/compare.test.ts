import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ProductDetails } from "@/api/types";
import {
  addCompared,
  clearCompared,
  compareLink,
  MAX_COMPARED,
  removeCompared,
  comparedSlugs,
  useCompared,
} from "./comparedProducts";
import { differs, propertyRows } from "./rows";

const product = (slug: string) => ({ slug, title: slug.toUpperCase(), image: null });
const slugs = () => useCompared.getState().products.map(({ slug }) => slug);

beforeEach(() => {
  clearCompared();
  localStorage.clear();
});

describe("the products to compare", () => {
  it("are stored in the order added, each once, up to the maximum", () => {
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

  it("include changes of another tab", () => {
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
    "are none when the stored list is %s",
    async (text) => {
      localStorage.setItem("comparedProducts", text);
      vi.resetModules();
      const fresh = await import("./comparedProducts");
      expect(fresh.useCompared.getState().products).toEqual([]);
    },
  );

  it("can be written into a URL and read back, whatever their slugs", () => {
    const names = ["a,b", "tee & co", "größe"];
    const search = new URLSearchParams(compareLink(names).split("?")[1]);
    expect(comparedSlugs(search)).toEqual(names);
    expect(comparedSlugs(new URLSearchParams("product=a&product=a&product="))).toEqual(["a"]);
    expect(comparedSlugs(new URLSearchParams("product="))).toBeNull();
    const many = new URLSearchParams(["a", "b", "c", "d", "e"].map((slug) => ["product", slug]));
    expect(comparedSlugs(many)).toHaveLength(MAX_COMPARED);
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

  it("contain each property once, the most common first", () => {
    expect(propertyRows([first, second])).toEqual([
      { name: "Material", texts: ["Oak", "Oak"] },
      { name: "Size", texts: ["S, L", null] },
      { name: "Height", texts: ["9 cm", null] },
    ]);
  });

  it("differ when a product has another text or none", () => {
    const different = propertyRows([first, second]).filter(differs);
    expect(different.map(({ name }) => name)).toEqual(["Size", "Height"]);
  });
});
