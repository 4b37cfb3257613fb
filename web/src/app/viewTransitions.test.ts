import { createMemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { startViewTransitions } from "./viewTransitions";

afterEach(() => Reflect.deleteProperty(document, "startViewTransition"));

// First, because listeners on the document stay.
it("shows which card was pressed before it opens the page", async () => {
  document.startViewTransition = vi.fn();
  document.body.innerHTML = `<article><a href="/products/mug?sku=7">Mug</a></article>`;
  const router = createMemoryRouter([{ path: "/" }, { path: "/products/mug" }]);
  const navigate = vi.spyOn(router, "navigate");
  startViewTransitions(router);
  const link = document.querySelector("a");
  link?.click();
  expect(link?.dataset["opening"]).toBe("");
  expect(navigate).not.toHaveBeenCalled();
  await vi.waitFor(() =>
    expect(navigate).toHaveBeenCalledWith("/products/mug?sku=7", { viewTransition: false }),
  );
  await vi.waitFor(() => expect(link?.dataset["opening"]).toBeUndefined());
});

it("takes a transition that the browser skips for no error", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const skipped = Promise.reject(new DOMException("DOM update timed out", "TimeoutError"));
  const update = vi.fn();
  const skipTransition = vi.fn();
  document.startViewTransition = vi.fn(
    () =>
      ({
        ready: skipped,
        finished: Promise.resolve(),
        skipTransition,
      }) as unknown as ViewTransition,
  );
  startViewTransitions(createMemoryRouter([{ path: "/" }]));
  document.startViewTransition(update);
  // Node reports a rejection once all callbacks of promises have run.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  // As on Back: no card was pressed.
  expect(skipTransition).toHaveBeenCalledOnce();
});
