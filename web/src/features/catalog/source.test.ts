import { describe, expect, it } from "vitest";
import { sourceOf } from "./source";

const nothing = new URLSearchParams();

describe("the source of a list", () => {
  it.each([
    ["/c/collections/kitchen", { slug: "kitchen" }, { category: "kitchen" }],
    ["/sa/collections/autumn", { slug: "autumn" }, { sale: "autumn" }],
    ["/s/collections/lamps", { slug: "lamps" }, { slider: "lamps" }],
    ["/collections/3/kitchen", { parentId: "3", slug: "kitchen" }, { section: "3/kitchen" }],
  ])("%s", (pathname, params, source) => {
    expect(sourceOf(pathname, params, nothing)).toEqual(source);
  });

  it("is the words searched for, trimmed, and too long where it is", () => {
    expect(sourceOf("/search", {}, new URLSearchParams({ q: "  kettle " }))).toEqual({
      q: "kettle",
    });
    expect(sourceOf("/search", {}, new URLSearchParams({ q: " " }))).toEqual({});
    const { q } = sourceOf("/search", {}, new URLSearchParams({ q: "x".repeat(9000) }));
    expect(q).toHaveLength(201);
  });
});
