import type { QueryClient } from "@tanstack/react-query";
import { type MiddlewareFunction, replace, type RouteObject } from "react-router";
import { meta, type RouteModule } from "./routeMeta";
import { ROUTES } from "./routeManifest";
import { loadRouteModule, type PageReload } from "./routeModules";
import { beforeEach, requireLogin, requireLoginOrKey } from "./navigation";
import { PageError } from "./PageError";
import { loadFrame, RootLayout } from "./RootLayout";

/** Makes the part of a route that loads its module when it is first needed. */
type LazyPage = (load: () => Promise<RouteModule>) => Pick<RouteObject, "lazy">;

type RouteName = keyof typeof ROUTES;
type Route = (typeof ROUTES)[RouteName];
type Layout = Extract<Route, { layout: string }>["layout"];
type Access = Route["access"];

/** The modules that the manifest names, one for each file in `routes/`. */
const MODULES: Record<Route["module"] | Layout, () => Promise<RouteModule>> = {
  addresses: () => import("@/routes/addresses"),
  blog: () => import("@/routes/blog"),
  blogs: () => import("@/routes/blogs"),
  cart: () => import("@/routes/cart"),
  checkout: () => import("@/routes/checkout"),
  collections: () => import("@/routes/collections"),
  compare: () => import("@/routes/compare"),
  contactUs: () => import("@/routes/contactUs"),
  faqs: () => import("@/routes/faqs"),
  findOrder: () => import("@/routes/findOrder"),
  guestWishlist: () => import("@/routes/guestWishlist"),
  home: () => import("@/routes/home"),
  login: () => import("@/routes/login"),
  newsletter: () => import("@/routes/newsletter"),
  notifications: () => import("@/routes/notifications"),
  orderDetail: () => import("@/routes/orderDetail"),
  orders: () => import("@/routes/orders"),
  page: () => import("@/routes/page"),
  privacy: () => import("@/routes/privacy"),
  product: () => import("@/routes/product"),
  productList: () => import("@/routes/productList"),
  profile: () => import("@/routes/profile"),
  recentlyViewed: () => import("@/routes/recentlyViewed"),
  returnAndExchange: () => import("@/routes/returnAndExchange"),
  sharedWishlist: () => import("@/routes/sharedWishlist"),
  supportTicket: () => import("@/routes/supportTicket"),
  termsAndConditions: () => import("@/routes/termsAndConditions"),
  unsubscribe: () => import("@/routes/unsubscribe"),
  userProfile: () => import("@/routes/userProfile"),
  wallet: () => import("@/routes/wallet"),
  wishlist: () => import("@/routes/wishlist"),
  withdraw: () => import("@/routes/withdraw"),
  writeReview: () => import("@/routes/writeReview"),
  yourData: () => import("@/routes/yourData"),
};

const GUARDS: Record<Access, MiddlewareFunction[]> = {
  public: [],
  visitor: [],
  customer: [requireLogin],
  customer_or_key: [requireLoginOrKey],
};

function layoutOf(name: RouteName): Layout | undefined {
  const route: Route = ROUTES[name];
  return "layout" in route ? route.layout : undefined;
}

function pageRoute(name: RouteName, lazyPage: LazyPage): RouteObject {
  const { path, module, access } = ROUTES[name];
  return {
    path,
    handle: meta(name, {
      isPrivate: access !== "public",
      needsLogin: GUARDS[access].length > 0,
      load: MODULES[module],
    }),
    middleware: GUARDS[access],
    ...lazyPage(MODULES[module]),
  };
}

/** Routes of all pages. Those with the same layout are children of one route without a path. */
function pageRoutes(lazyPage: LazyPage): RouteObject[] {
  const names = Object.keys(ROUTES) as RouteName[];
  return [...new Set(names.map(layoutOf))].flatMap((layout) => {
    const pages = names
      .filter((name) => layoutOf(name) === layout)
      .map((name) => pageRoute(name, lazyPage));
    return layout === undefined ? pages : { ...lazyPage(MODULES[layout]), children: pages };
  });
}

/** All routes of the shop, as `contract/routes.json` lists them. */
export function createRoutes(
  queryClient: QueryClient,
  reload: PageReload,
  currentName: () => string | null,
): RouteObject[] {
  const lazyPage: LazyPage = (load) => ({ lazy: loadRouteModule(load, reload) });
  const pages: RouteObject[] = [...pageRoutes(lazyPage), { path: "*", loader: () => replace("/") }];

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
