import { describe, expect, it } from "vitest";
import { avifSetOf, endpoints, sourceOf, sourceSetOf } from "./sources";

describe("where pictures come from", () => {
  it("tries the CDN, then its fallback, then the shop", () => {
    expect(endpoints("/media/a.webp", "https://cdn.test/", "https://two.test")).toEqual([
      "https://cdn.test",
      "https://two.test",
      "",
    ]);
  });

  it("uses the shop at once if no endpoint is set", () => {
    expect(endpoints("/media/a.webp", "", "")).toEqual([""]);
  });

  it("leaves absolute addresses alone", () => {
    expect(endpoints("https://else.test/a.png", "https://cdn.test", "")).toEqual([""]);
    expect(sourceOf("", "https://else.test/a.png")).toBe("https://else.test/a.png");
    expect(sourceSetOf("", "https://else.test/a.png")).toBeUndefined();
  });

  it("offers the widths that the server makes", () => {
    expect(sourceSetOf("https://cdn.test", "/media/a.webp")).toContain(
      "https://cdn.test/media/a.webp?w=640 640w",
    );
    expect(avifSetOf("https://cdn.test", "/media/a.webp")).toContain(
      "https://cdn.test/media/a.webp?w=640&f=avif 640w",
    );
    expect(sourceSetOf("", "/media/logo.svg")).toBeUndefined();
    expect(avifSetOf("", "/media/logo.svg")).toBeUndefined();
  });
});
