import type { QueryClient } from "@tanstack/react-query";
import { replace, type RouteObject } from "react-router";
import { meta } from "./routeMeta";
import { loadRouteModule, type PageReload } from "./routeModules";
import { beforeEach, requireLogin, requireLoginOrKey } from "./navigation";
import { PageError } from "./PageError";
import { loadFrame, RootLayout } from "./RootLayout";

/** What a file in `routes/` may export. */
type RouteModule = Pick<RouteObject, "loader" | "Component">;
/** Turns the import of a route module into the part of a route that loads it when first needed. */
type LazyPage = (load: () => Promise<RouteModule>) => Pick<RouteObject, "lazy">;

const PRIVATE = { isPrivate: true } as const;
const CUSTOMER_ONLY = { isPrivate: true, needsLogin: true } as const;

function catalogRoutes(lazyPage: LazyPage): RouteObject[] {
  const productList = () => import("@/routes/productList");
  return [
    { index: true, handle: meta("home"), ...lazyPage(() => import("@/routes/home")) },
    {
      path: "products/:slug",
      handle: meta("product"),
      ...lazyPage(() => import("@/routes/product")),
    },
    {
      path: "collections",
      handle: meta("collections"),
      ...lazyPage(() => import("@/routes/collections")),
    },
    { path: "c/collections/:slug", handle: meta("categoryList"), ...lazyPage(productList) },
    { path: "sa/collections/:slug", handle: meta("salesList"), ...lazyPage(productList) },
    { path: "s/collections/:slug", handle: meta("sliderList"), ...lazyPage(productList) },
    {
      path: "collections/:parentId/:slug",
      handle: meta("featureSectionList"),
      ...lazyPage(productList),
    },
    {
      path: "compare",
      handle: meta("compare", PRIVATE),
      ...lazyPage(() => import("@/routes/compare")),
    },
    { path: "search", handle: meta("search"), ...lazyPage(productList) },
  ];
}

function contentRoutes(lazyPage: LazyPage): RouteObject[] {
  return [
    { path: "blogs", handle: meta("blogs"), ...lazyPage(() => import("@/routes/blogs")) },
    { path: "blogs/:value", handle: meta("blog"), ...lazyPage(() => import("@/routes/blog")) },
    {
      path: "return-and-exchange",
      handle: meta("returnAndExchange"),
      ...lazyPage(() => import("@/routes/returnAndExchange")),
    },
    {
      path: "terms-and-conditions",
      handle: meta("termsAndConditions"),
      ...lazyPage(() => import("@/routes/termsAndConditions")),
    },
    { path: "faqs", handle: meta("faqs"), ...lazyPage(() => import("@/routes/faqs")) },
    {
      path: "contact-us",
      handle: meta("contactUs"),
      ...lazyPage(() => import("@/routes/contactUs")),
    },
    {
      path: "your-data",
      handle: meta("yourData", PRIVATE),
      ...lazyPage(() => import("@/routes/yourData")),
    },
  ];
}

function buyingRoutes(lazyPage: LazyPage): RouteObject[] {
  return [
    { path: "login", handle: meta("login", PRIVATE), ...lazyPage(() => import("@/routes/login")) },
    {
      path: "wishlist",
      handle: meta("guestWishlist", PRIVATE),
      ...lazyPage(() => import("@/routes/guestWishlist")),
    },
    {
      path: "shared-wishlist/:token?",
      handle: meta("sharedWishlist", PRIVATE),
      ...lazyPage(() => import("@/routes/sharedWishlist")),
    },
    { path: "cart", handle: meta("cart", PRIVATE), ...lazyPage(() => import("@/routes/cart")) },
    {
      path: "checkout",
      handle: meta("checkout", PRIVATE),
      ...lazyPage(() => import("@/routes/checkout")),
    },
  ];
}

function orderRoutes(lazyPage: LazyPage): RouteObject[] {
  return [
    {
      path: "order-detail/:orderId",
      handle: meta("orderDetail", CUSTOMER_ONLY),
      middleware: [requireLoginOrKey],
      ...lazyPage(() => import("@/routes/orderDetail")),
    },
    {
      path: "withdraw",
      handle: meta("withdraw", PRIVATE),
      ...lazyPage(() => import("@/routes/withdraw")),
    },
    {
      path: "find-order",
      handle: meta("findOrder", PRIVATE),
      ...lazyPage(() => import("@/routes/findOrder")),
    },
    {
      path: "write-review/:orderId",
      handle: meta("writeReview", CUSTOMER_ONLY),
      middleware: [requireLogin],
      ...lazyPage(() => import("@/routes/writeReview")),
    },
    {
      path: "support-ticket",
      handle: meta("supportTicket", CUSTOMER_ONLY),
      middleware: [requireLogin],
      ...lazyPage(() => import("@/routes/supportTicket")),
    },
  ];
}

/** Pages that emails link to. */
function emailLinkRoutes(lazyPage: LazyPage): RouteObject[] {
  return [
    {
      path: "newsletter/:token",
      handle: meta("newsletter", PRIVATE),
      ...lazyPage(() => import("@/routes/newsletter")),
    },
    {
      path: "unsubscribe/:kind/:token",
      handle: meta("unsubscribe", PRIVATE),
      ...lazyPage(() => import("@/routes/unsubscribe")),
    },
  ];
}

function profileRoutes(lazyPage: LazyPage): RouteObject[] {
  return [
    {
      index: true,
      handle: meta("userProfile", CUSTOMER_ONLY),
      ...lazyPage(() => import("@/routes/profile")),
    },
    {
      path: "profile",
      handle: meta("profile", CUSTOMER_ONLY),
      ...lazyPage(() => import("@/routes/profile")),
    },
    {
      path: "addresses",
      handle: meta("addresses", CUSTOMER_ONLY),
      ...lazyPage(() => import("@/routes/addresses")),
    },
    {
      path: "wishlist",
      handle: meta("wishlist", CUSTOMER_ONLY),
      ...lazyPage(() => import("@/routes/wishlist")),
    },
    {
      path: "wallet",
      handle: meta("wallet", CUSTOMER_ONLY),
      ...lazyPage(() => import("@/routes/wallet")),
    },
    {
      path: "orders",
      handle: meta("orders", CUSTOMER_ONLY),
      ...lazyPage(() => import("@/routes/orders")),
    },
    {
      path: "recentlyViewed",
      handle: meta("recentlyViewed", CUSTOMER_ONLY),
      ...lazyPage(() => import("@/routes/recentlyViewed")),
    },
    {
      path: "notifications",
      handle: meta("notifications", CUSTOMER_ONLY),
      ...lazyPage(() => import("@/routes/notifications")),
    },
    {
      path: "privacy",
      handle: meta("privacy", CUSTOMER_ONLY),
      ...lazyPage(() => import("@/routes/privacy")),
    },
  ];
}

/** All routes of the shop, one file in `routes/` for each page. */
export function createRoutes(
  queryClient: QueryClient,
  reload: PageReload,
  currentName: () => string | null,
): RouteObject[] {
  const lazyPage: LazyPage = (load) => ({ lazy: loadRouteModule(load, reload) });
  const pages: RouteObject[] = [
    ...catalogRoutes(lazyPage),
    ...contentRoutes(lazyPage),
    ...buyingRoutes(lazyPage),
    ...orderRoutes(lazyPage),
    ...emailLinkRoutes(lazyPage),
    {
      path: "user-profile",
      middleware: [requireLogin],
      ...lazyPage(() => import("@/routes/userProfile")),
      children: profileRoutes(lazyPage),
    },
    { path: "*", loader: () => replace("/") },
  ];

  const routes: RouteObject[] = [
    {
      id: "root",
      Component: RootLayout,
      HydrateFallback: RootLayout,
      ErrorBoundary: PageError,
      middleware: [beforeEach(() => routes, currentName)],
      loader: () => loadFrame(queryClient),
      shouldRevalidate: () => false,
      children: [{ ErrorBoundary: PageError, children: pages }],
    },
  ];
  return routes;
}
