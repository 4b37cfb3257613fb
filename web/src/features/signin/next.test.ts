import { describe, expect, it } from "vitest";
import { loginLink, safeNext } from "./next";

describe("safeNext", () => {
  it("keeps paths of the shop", () => {
    expect(safeNext("/user-profile/orders?page=2#top")).toBe("/user-profile/orders?page=2#top");
  });

  it.each([
    null,
    "",
    "user-profile",
    "https://evil.test/",
    "//evil.test/",
    "/\\evil.test",
    "/\t/evil.test",
    "javascript:alert(1)",
    "https:evil.test",
  ])("goes home instead of to %s", (next) => {
    expect(safeNext(next)).toBe("/");
  });

  it("survives encoding in the URL", () => {
    const link = new URL(loginLink("/order-detail/SO-1?tab=a&b=c"), "https://shop.test");
    expect(safeNext(link.searchParams.get("next"))).toBe("/order-detail/SO-1?tab=a&b=c");
  });
});
