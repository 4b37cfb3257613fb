import { describe, expect, it } from "vitest";
import { isEverything, listSource } from "./listSource";

const noSearch = new URLSearchParams();

describe("listSource", () => {
  it.each([
    ["/c/collections/kitchen", { slug: "kitchen" }, { category: "kitchen" }],
    ["/sa/collections/autumn", { slug: "autumn" }, { sale: "autumn" }],
    ["/s/collections/lamps", { slug: "lamps" }, { slider: "lamps" }],
    ["/collections/3/kitchen", { parentId: "3", slug: "kitchen" }, { section: "3/kitchen" }],
    ["/collection/gifts", { slug: "gifts" }, { collection: "gifts" }],
  ])("%s", (pathname, params, source) => {
    expect(listSource(pathname, params, noSearch)).toEqual(source);
  });

  it("is the trimmed query, cut one character above the limit", () => {
    expect(listSource("/search", {}, new URLSearchParams({ q: "  kettle " }))).toEqual({
      q: "kettle",
    });
    expect(listSource("/search", {}, new URLSearchParams({ q: " " }))).toEqual({});
    const { q } = listSource("/search", {}, new URLSearchParams({ q: "x".repeat(9000) }));
    expect(q).toHaveLength(201);
  });

  it("is literal only with words", () => {
    const literal = (words: string) =>
      listSource("/search", {}, new URLSearchParams({ q: words, literal: "true" }));
    expect(literal("kettel")).toEqual({ q: "kettel", literal: "true" });
    expect(literal(" ")).toEqual({});
    expect(listSource("/search", {}, new URLSearchParams({ q: "kettel", literal: "1" }))).toEqual({
      q: "kettel",
    });
  });
});

it("isEverything is true without any limit", () => {
  expect(isEverything({})).toBe(true);
  expect(isEverything({ q: "kettle" })).toBe(false);
});
