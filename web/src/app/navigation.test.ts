import type { RouteObject } from "react-router";
import { RouterContextProvider } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useAppState } from "@/state/appState";
import { onNavigationStart } from "@/state/navigationStart";
import { beforeEach as beforeNavigation } from "./navigation";
import { meta, metaAt } from "./routeMeta";

const routes: RouteObject[] = [
  { path: "/", handle: meta("home") },
  { path: "products/:slug", handle: meta("product") },
  { path: "*" },
];

function navigate(path: string, from: string | null) {
  const middleware = beforeNavigation(
    () => routes,
    () => from,
  );
  const next = vi.fn(() => Promise.resolve());
  const going = middleware(
    {
      request: new Request(`http://shop.test${path}`),
      params: {},
      context: new RouterContextProvider(),
      pattern: path,
      url: new URL(`http://shop.test${path}`),
    },
    next,
  );
  return { going, next };
}

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("records the previous route's name in the meta of the next route", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  await navigate("/products/vase", "home").going;
  expect(metaAt(routes, "/products/vase")?.previousRouteName).toBe("home");
  await navigate("/", null).going;
  expect(metaAt(routes, "/")?.previousRouteName).toBeNull();
  await navigate("/nowhere", "product").going;
});

it("lets pages read their layout before they are left, and not afterwards", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const read = vi.fn();
  const stop = onNavigationStart(read);
  await navigate("/", null).going;
  expect(read).not.toHaveBeenCalled();
  const { going, next } = navigate("/products/vase", "home");
  await going;
  expect(read).toHaveBeenCalledBefore(next);
  stop();
  await navigate("/", "product").going;
  expect(read).toHaveBeenCalledOnce();
});

it("does not wait for the availability request", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const { going, next } = navigate("/", null);
  await going;
  expect(next).toHaveBeenCalledOnce();
});

it("does not fail with it: the error is only logged", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await navigate("/", null).going;
  await vi.waitFor(() =>
    expect(console.error).toHaveBeenCalledWith(
      "Error fetching availability data:",
      expect.anything(),
    ),
  );
});

it("stores what the shop supports", async () => {
  const output = { paymentGatewayMode: 1, currency: "USD" };
  vi.stubGlobal("fetch", () =>
    Promise.resolve(Response.json({ status: true, output, error: null })),
  );
  await navigate("/", null).going;
  await vi.waitFor(() =>
    expect(useAppState.getState()).toMatchObject({
      availibilityData: output,
      paymentGatewayMode: 1,
    }),
  );
});
