import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { showTitle, usePageHead } from "@/state/pageHead";
import { ignorePendingHead, loadHead, replaceHead } from "./head";

beforeEach(() => {
  document.head.innerHTML =
    '<meta charset="utf-8"><title data-page-head>Kettle</title>' +
    '<link rel="canonical" href="/products/kettle" data-page-head>';
});

describe("the page's head", () => {
  it("is replaced completely, and nothing else changes", () => {
    replaceHead(
      '<title data-page-head>Vase – Shop</title><meta name="description" content="A vase" data-page-head>',
    );
    expect(document.title).toBe("Vase – Shop");
    expect(document.head.querySelectorAll("title")).toHaveLength(1);
    expect(document.head.querySelector('link[rel="canonical"]')).toBeNull();
    expect(document.head.querySelector("meta[charset]")).not.toBeNull();
  });

  it("takes only marked elements from the markup", () => {
    replaceHead('<title data-page-head>A</title><meta name="robots" content="all">');
    expect(document.head.querySelector('meta[name="robots"]')).toBeNull();
  });

  it("replaces an unmarked title", () => {
    document.head.innerHTML = "<title>Old</title>";
    replaceHead("<title data-page-head>New</title>");
    expect(document.title).toBe("New");
  });

  it("keeps the title that the page has set itself", () => {
    showTitle({ pageTitle: "Order SO-1 | Shop" });
    replaceHead(
      '<title data-page-head>Order | Shop</title><meta name="robots" content="noindex" data-page-head>',
    );
    expect(document.title).toBe("Order SO-1 | Shop");
    expect(document.head.querySelector('meta[name="robots"]')).not.toBeNull();
    // It may be removed after the next head is loaded.
    replaceHead("<title data-page-head>FAQs | Shop</title>");
    showTitle({ pageTitle: null });
    expect(document.title).toBe("FAQs | Shop");
  });

  it("is requested without the query of a private page", async () => {
    const paths: string[] = [];
    vi.stubGlobal("fetch", (request: Request) => {
      paths.push(new URL(request.url).searchParams.get("path") ?? "");
      const dmContent = "<title data-page-head>Order</title>";
      return Promise.resolve(Response.json({ status: true, output: { dmContent }, error: null }));
    });
    await loadHead("/order-detail/SO-1?key=secret", vi.fn(), "/order-detail/SO-1");
    vi.unstubAllGlobals();
    expect(paths).toEqual(["/order-detail/SO-1"]);
    expect(usePageHead.getState().loadedFor).toBe("/order-detail/SO-1?key=secret");
  });
});

describe("a page whose slug has changed", () => {
  const goTo = vi.fn();
  beforeEach(() => {
    goTo.mockClear();
    ignorePendingHead("/faqs");
    vi.spyOn(console, "error").mockReturnValue();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  function shopAnswers(code: string, status: number, more: object = {}) {
    const error = { code, message: "No.", fields: {}, ...more };
    vi.stubGlobal("fetch", () =>
      Promise.resolve(Response.json({ status: false, output: null, error }, { status })),
    );
  }

  it("is navigated to, and the current head stays until then", async () => {
    shopAnswers("moved", 404, { movedTo: "/products/new%20mug" });
    await loadHead("/products/mug", goTo);
    expect(goTo.mock.calls).toEqual([["/products/new%20mug"]]);
    expect(usePageHead.getState().loadedFor).toBe("/faqs");
    expect(document.title).toBe("Kettle");
  });

  it("is ignored if the shopper has moved on", async () => {
    shopAnswers("moved", 404, { movedTo: "/products/new" });
    const loading = loadHead("/products/mug", goTo);
    ignorePendingHead("/cart");
    await loading;
    expect(goTo).not.toHaveBeenCalled();
    expect(usePageHead.getState().loadedFor).toBe("/cart");
  });

  it("is never on another site", async () => {
    shopAnswers("moved", 404, { movedTo: "//elsewhere.example/products/mug" });
    await loadHead("/products/mug", goTo);
    expect(goTo.mock.calls).toEqual([["/"]]);
  });

  it.each([
    ["gone", 410, {}],
    ["not_found", 404, { movedTo: "/products/new" }],
    ["moved", 404, {}],
  ])("is ignored for “%s” with %i", async (code, status, more) => {
    shopAnswers(code, status, more);
    await loadHead("/products/mug", goTo);
    expect(goTo).not.toHaveBeenCalled();
    expect(usePageHead.getState().loadedFor).toBe("/products/mug");
    expect(document.head.querySelector('link[rel="canonical"]')).toBeNull();
  });
});
