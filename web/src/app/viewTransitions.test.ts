import { createMemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { startViewTransitions } from "./viewTransitions";

afterEach(() => Reflect.deleteProperty(document, "startViewTransition"));

it("takes a transition that the browser skips for no error", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const skipped = Promise.reject(new DOMException("DOM update timed out", "TimeoutError"));
  const update = vi.fn();
  document.startViewTransition = vi.fn(
    () => ({ ready: skipped, finished: Promise.resolve() }) as unknown as ViewTransition,
  );
  startViewTransitions(createMemoryRouter([{ path: "/" }]));
  document.startViewTransition(update);
  // Node reports a rejection once all callbacks of promises have run.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
