import type { QueryClient } from "@tanstack/react-query";
import { replace, type RouteObject } from "react-router";
import { meta } from "./routeMeta";
import { loadScreen, type Reloading } from "./modules";
import { beforeEach, requireLogin, requireLoginOrKey } from "./navigation";
import { PageFailure } from "./PageFailure";
import { loadFrame, RootLayout } from "./RootLayout";

/** What a file in `routes/` may export. */
type Screen = Pick<RouteObject, "loader" | "Component">;

/** The site map: one file in `routes/` for each screen, loaded when it is first needed. */
export function createRoutes(
  queryClient: QueryClient,
  reloading: Reloading,
  currentName: () => string | null,
): RouteObject[] {
  const screen = (load: () => Promise<Screen>) => ({ lazy: loadScreen(load, reloading) });
  const productList = () => import("@/routes/productList");
  const own = { isPrivate: true } as const;
  const customers = { isPrivate: true, needsLogin: true } as const;

  const pages: RouteObject[] = [
    { index: true, handle: meta("home"), ...screen(() => import("@/routes/home")) },
    { path: "login", handle: meta("login", own), ...screen(() => import("@/routes/login")) },
    {
      path: "wishlist",
      handle: meta("guestWishlist", own),
      ...screen(() => import("@/routes/guestWishlist")),
    },
    {
      path: "shared-wishlist/:token?",
      handle: meta("sharedWishlist", own),
      ...screen(() => import("@/routes/sharedWishlist")),
    },
    { path: "cart", handle: meta("cart", own), ...screen(() => import("@/routes/cart")) },
    {
      path: "checkout",
      handle: meta("checkout", own),
      ...screen(() => import("@/routes/checkout")),
    },
    {
      path: "products/:slug",
      handle: meta("product"),
      ...screen(() => import("@/routes/product")),
    },
    { path: "blogs", handle: meta("blogs"), ...screen(() => import("@/routes/blogs")) },
    { path: "blogs/:value", handle: meta("blog"), ...screen(() => import("@/routes/blog")) },
    {
      path: "return-and-exchange",
      handle: meta("returnAndExchange"),
      ...screen(() => import("@/routes/returnAndExchange")),
    },
    {
      path: "terms-and-conditions",
      handle: meta("termsAndConditions"),
      ...screen(() => import("@/routes/termsAndConditions")),
    },
    { path: "faqs", handle: meta("faqs"), ...screen(() => import("@/routes/faqs")) },
    {
      path: "contact-us",
      handle: meta("contactUs"),
      ...screen(() => import("@/routes/contactUs")),
    },
    {
      path: "collections",
      handle: meta("collections"),
      ...screen(() => import("@/routes/collections")),
    },
    { path: "c/collections/:slug", handle: meta("categoryList"), ...screen(productList) },
    { path: "sa/collections/:slug", handle: meta("salesList"), ...screen(productList) },
    { path: "s/collections/:slug", handle: meta("sliderList"), ...screen(productList) },
    {
      path: "collections/:parentId/:slug",
      handle: meta("featureSectionList"),
      ...screen(productList),
    },
    { path: "compare", handle: meta("compare", own), ...screen(() => import("@/routes/compare")) },
    { path: "search", handle: meta("search"), ...screen(productList) },
    {
      path: "order-detail/:orderId",
      handle: meta("orderDetail", customers),
      middleware: [requireLoginOrKey],
      ...screen(() => import("@/routes/orderDetail")),
    },
    {
      path: "withdraw",
      handle: meta("withdraw", own),
      ...screen(() => import("@/routes/withdraw")),
    },
    {
      path: "find-order",
      handle: meta("findOrder", own),
      ...screen(() => import("@/routes/findOrder")),
    },
    {
      path: "write-review/:orderId",
      handle: meta("writeReview", customers),
      middleware: [requireLogin],
      ...screen(() => import("@/routes/writeReview")),
    },
    {
      path: "support-ticket",
      handle: meta("supportTicket", customers),
      middleware: [requireLogin],
      ...screen(() => import("@/routes/supportTicket")),
    },
    {
      path: "newsletter/:token",
      handle: meta("newsletter", own),
      ...screen(() => import("@/routes/newsletter")),
    },
    {
      path: "unsubscribe/:kind/:token",
      handle: meta("unsubscribe", own),
      ...screen(() => import("@/routes/unsubscribe")),
    },
    {
      path: "your-data",
      handle: meta("yourData", own),
      ...screen(() => import("@/routes/yourData")),
    },
    {
      path: "user-profile",
      middleware: [requireLogin],
      ...screen(() => import("@/routes/userProfile")),
      children: [
        {
          index: true,
          handle: meta("userProfile", customers),
          ...screen(() => import("@/routes/profile")),
        },
        {
          path: "profile",
          handle: meta("profile", customers),
          ...screen(() => import("@/routes/profile")),
        },
        {
          path: "addresses",
          handle: meta("addresses", customers),
          ...screen(() => import("@/routes/addresses")),
        },
        {
          path: "wishlist",
          handle: meta("wishlist", customers),
          ...screen(() => import("@/routes/wishlist")),
        },
        {
          path: "wallet",
          handle: meta("wallet", customers),
          ...screen(() => import("@/routes/wallet")),
        },
        {
          path: "orders",
          handle: meta("orders", customers),
          ...screen(() => import("@/routes/orders")),
        },
        {
          path: "recentlyViewed",
          handle: meta("recentlyViewed", customers),
          ...screen(() => import("@/routes/recentlyViewed")),
        },
        {
          path: "notifications",
          handle: meta("notifications", customers),
          ...screen(() => import("@/routes/notifications")),
        },
        {
          path: "privacy",
          handle: meta("privacy", customers),
          ...screen(() => import("@/routes/privacy")),
        },
      ],
    },
    { path: "*", loader: () => replace("/") },
  ];

  const routes: RouteObject[] = [
    {
      id: "root",
      Component: RootLayout,
      HydrateFallback: RootLayout,
      ErrorBoundary: PageFailure,
      middleware: [beforeEach(() => routes, currentName)],
      loader: () => loadFrame(queryClient),
      shouldRevalidate: () => false,
      children: [{ ErrorBoundary: PageFailure, children: pages }],
    },
  ];
  return routes;
}
