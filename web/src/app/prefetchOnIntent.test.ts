import { QueryClient } from "@tanstack/react-query";
import type { DataRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClientContext } from "@/api/queryClient";
import { startPrefetching } from "./prefetchOnIntent";
import { meta } from "./routeMeta";

const loader = vi.fn();
const load = vi.fn(() => Promise.resolve({ loader }));
const loadPrivate = vi.fn(() => Promise.resolve({ loader }));
const queryClient = new QueryClient();

const router = {
  routes: [
    { path: "/products/:slug", handle: meta("product", { load }) },
    { path: "/cart", handle: meta("cart", { isPrivate: true, load: loadPrivate }) },
  ],
  state: {
    location: { pathname: "/", search: "" },
    navigation: { state: "idle" },
    matches: [],
  },
  subscribe: () => () => undefined,
} as unknown as DataRouter;

// The listeners are on the document, once for all tests.
startPrefetching(router, queryClient);

function link(href: string, attributes = ""): Element {
  document.body.insertAdjacentHTML("beforeend", `<a href="${href}" ${attributes}><b>Text</b></a>`);
  const text = document.querySelector("a:last-of-type b");
  if (!text) throw new Error("There is no link.");
  return text;
}

function hover(element: Element): void {
  element.dispatchEvent(new MouseEvent("pointerover", { bubbles: true }));
}

function touch(element: Element): void {
  element.dispatchEvent(new Event("touchstart", { bubbles: true }));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  document.body.innerHTML = "";
});
afterEach(() => {
  vi.advanceTimersByTime(120_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("loads module and data of the page that the pointer rests on", async () => {
  hover(link("/products/vase?sku=7"));
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(70);
  expect(loader).toHaveBeenCalledOnce();
  const [{ params, request, context }] = loader.mock.calls[0] as [
    { params: object; request: Request; context: Map<unknown, unknown> },
  ];
  expect(params).toEqual({ slug: "vase" });
  expect(new URL(request.url).search).toBe("?sku=7");
  expect(context.get(queryClientContext)).toBe(queryClient);
});

it("leaves a link that is pressed to the navigation", async () => {
  const pressed = link("/products/pressed");
  touch(pressed);
  pressed.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  await vi.advanceTimersByTimeAsync(70);
  expect(load).not.toHaveBeenCalled();
});

it("does nothing for a pointer that passes, or a touch that scrolls", async () => {
  hover(link("/products/passed"));
  hover(document.body);
  await vi.advanceTimersByTimeAsync(70);
  touch(link("/products/scrolled"));
  document.dispatchEvent(new Event("pointercancel"));
  await vi.advanceTimersByTimeAsync(70);
  expect(load).not.toHaveBeenCalled();
});

it("loads only the module of a page that is about one visitor", async () => {
  hover(link("/cart"));
  await vi.advanceTimersByTimeAsync(70);
  expect(loadPrivate).toHaveBeenCalledOnce();
  expect(loader).not.toHaveBeenCalled();
});

it.each([
  ["/files/a.pdf", "download"],
  ["/products/new-tab", 'target="_blank"'],
  ["https://other.test/products/vase", ""],
  ["/nowhere", ""],
])("leaves %s %s alone", async (href, attributes) => {
  touch(link(href, attributes));
  await vi.advanceTimersByTimeAsync(70);
  expect(load).not.toHaveBeenCalled();
});

it("prefetches nothing on a slow or metered connection", async () => {
  for (const connection of [{ saveData: true }, { effectiveType: "2g" }]) {
    vi.stubGlobal("navigator", { onLine: true, connection });
    touch(link("/products/slow"));
    await vi.advanceTimersByTimeAsync(70);
  }
  expect(load).not.toHaveBeenCalled();
});

it("prefetches two pages at once, then only the last of the others, and a page only once", async () => {
  let finish: () => void = () => undefined;
  loader.mockReturnValue(new Promise<void>((resolve) => (finish = resolve)));
  for (const slug of ["a", "b", "c", "d", "a"]) {
    touch(link(`/products/${slug}`));
    await vi.advanceTimersByTimeAsync(40);
  }
  const slugs = () =>
    loader.mock.calls.map(([one]) => (one as { params: { slug: string } }).params.slug);
  expect(slugs()).toEqual(["a", "b"]);
  loader.mockReturnValue(undefined);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(slugs()).toEqual(["a", "b", "d"]);
});

it("stops at so many pages in a minute", async () => {
  vi.advanceTimersByTime(120_000);
  loader.mockReturnValue(undefined);
  for (let number = 0; number < 40; number += 1) {
    touch(link(`/products/many-${number}`));
    await vi.advanceTimersByTimeAsync(40);
  }
  expect(loader).toHaveBeenCalledTimes(30);
});
