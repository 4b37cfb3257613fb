import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { languages, loadLanguage } from "./language";
import { currentLocale, enUS, setLanguage, t } from "./t";

afterEach(() => {
  setLanguage("en-US", {});
  vi.restoreAllMocks();
});

describe("t", () => {
  it("fills in placeholders", () => {
    expect(t("rule.required", { attribute: "City" })).toBe("City cannot be blank.");
  });

  it("chooses the form for a count", () => {
    expect(t("list.count", { count: 1 })).toBe("1 product");
    expect(t("list.count", { count: 48 })).toBe("48 products");
  });

  it("chooses among as many forms as a language has", () => {
    setLanguage("pl-PL", {
      "list.count": {
        one: "{count} produkt",
        few: "{count} produkty",
        many: "{count} produktów",
        other: "{count} produktu",
      },
    });
    expect([1, 2, 5].map((count) => t("list.count", { count }))).toEqual([
      "1 produkt",
      "2 produkty",
      "5 produktów",
    ]);
  });

  it("does not interpret values, braces included", () => {
    expect(t("list.resultsFor", { query: "{count}" })).toBe("Results for “{count}”");
  });

  it("uses another language if it has the message, otherwise English", () => {
    setLanguage("de-DE", { "cart.add": "In den Warenkorb" });
    expect(t("cart.add")).toBe("In den Warenkorb");
    expect(t("cart.title")).toBe("Cart");
  });
});

describe("the language of the page", () => {
  beforeEach(() => {
    vi.spyOn(console, "error").mockReturnValue();
  });

  it("is US English unless another is set", async () => {
    await loadLanguage("en-US");
    expect(currentLocale()).toBe("en-US");
    await loadLanguage("not a tag");
    expect(currentLocale()).toBe("en-US");
  });

  it("is one file, found by its name, with all messages", async () => {
    expect(languages()).toContain("en-XA");
    await loadLanguage("en-XA");
    expect(t("cart.add")).toBe("⟦Ádd tó cárt⟧");
    expect(t("list.count", { count: 2 })).toBe("⟦2 pródúcts⟧");
    const unsaid = (Object.keys(enUS) as (keyof typeof enUS)[]).filter(
      (key) => !t(key as "cart.add").startsWith("⟦"),
    );
    expect(unsaid).toEqual([]);
  });

  it("is used as far as it has messages, and sets the locale of the rest", async () => {
    await loadLanguage("de-DE");
    expect(currentLocale()).toBe("de-DE");
    expect(t("cart.title")).toBe("Cart");
  });
});
