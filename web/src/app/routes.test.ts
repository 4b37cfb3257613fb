import { QueryClient } from "@tanstack/react-query";
import { matchRoutes, type RouteObject } from "react-router";
import { describe, expect, it } from "vitest";
import manifest from "../../../contract/routes.json" with { type: "json" };
import { metaAt } from "./routeMeta";
import { createRoutes } from "./routes";

const routes = createRoutes(
  new QueryClient(),
  { target: () => "/", go: () => undefined },
  () => null,
);
const names = {
  "/": "home",
  "/login": "login",
  "/checkout": "checkout",
  "/cart": "cart",
  "/products/vase": "product",
  "/blogs": "blogs",
  "/blogs/7": "blog",
  "/return-and-exchange": "returnAndExchange",
  "/faqs": "faqs",
  "/contact-us": "contactUs",
  "/terms-and-conditions": "termsAndConditions",
  "/collections": "collections",
  "/c/collections/table": "categoryList",
  "/sa/collections/autumn": "salesList",
  "/s/collections/evening": "sliderList",
  "/collections/3/new": "featureSectionList",
  "/search": "search",
  "/wishlist": "guestWishlist",
  "/shared-wishlist/token": "sharedWishlist",
  "/compare": "compare",
  "/order-detail/SO-1": "orderDetail",
  "/write-review/SO-1": "writeReview",
  "/support-ticket": "supportTicket",
  "/user-profile": "userProfile",
  "/user-profile/profile": "profile",
  "/user-profile/addresses": "addresses",
  "/user-profile/wishlist": "wishlist",
  "/user-profile/wallet": "wallet",
  "/user-profile/orders": "orders",
  "/user-profile/recentlyViewed": "recentlyViewed",
  "/user-profile/notifications": "notifications",
};

/** The paths of all pages, with their parameters unfilled. */
function pathsIn(within: readonly RouteObject[]): string[] {
  return within.flatMap(({ path, children }) => {
    if (children) return pathsIn(children);
    return path === undefined || path === "*" ? [] : [path];
  });
}

/** Names of the files in `routes/`. */
const files = Object.keys(import.meta.glob("../routes/*.tsx")).map((file) =>
  file.replace("../routes/", "").replace(".tsx", ""),
);

describe("the site map", () => {
  it.each(Object.entries(names))("contain %s as %s", (path, name) => {
    expect(metaAt(routes, path)?.name).toBe(name);
  });

  it("have one root layout", () => {
    expect(routes).toHaveLength(1);
    for (const path of Object.keys(names)) {
      expect(matchRoutes(routes, path)?.[0]?.route.id).toBe("root");
    }
  });

  it("require login on four routes and their children, and on no other", () => {
    const guarded = pathsIn(routes).filter((path) =>
      matchRoutes(routes, path)?.some(
        ({ route }) => route.id !== "root" && (route.middleware?.length ?? 0) > 0,
      ),
    );
    expect(new Set(guarded.map((path) => path.split("/")[1]))).toEqual(
      new Set(["order-detail", "write-review", "support-ticket", "user-profile"]),
    );
    expect(guarded).toEqual(pathsIn(routes).filter((path) => metaAt(routes, path)?.needsLogin));
  });

  it("are those of the contract's manifest", () => {
    expect(
      manifest.routes.map(({ name, path }) => [name, metaAt(routes, `/${path}`)?.name]),
    ).toEqual(manifest.routes.map(({ name }) => [name, name]));
    expect(pathsIn(routes)).toHaveLength(manifest.routes.length);
  });

  it("use every file in routes/", () => {
    const named = manifest.routes.flatMap(({ module, layout }) => [module, layout]);
    expect(new Set(files)).toEqual(new Set(named.filter((name) => name !== "")));
  });

  it("match an unknown path with the redirect home", () => {
    expect(matchRoutes(routes, "/nowhere")?.at(-1)?.route.path).toBe("*");
  });
});
