import type { RouteObject } from "react-router";
import { routes as account } from "../features/account/routes";
import { routes as archives } from "../features/archives/routes";
import { routes as audit } from "../features/audit/routes";
import { routes as content } from "../features/content/routes";
import { routes as customers } from "../features/customers/routes";
import { routes as drafts } from "../features/drafts/routes";
import { routes as guide } from "../features/guide/routes";
import { routes as health } from "../features/health/routes";
import { routes as importedOrders } from "../features/importedOrders/routes";
import { routes as imports } from "../features/imports/routes";
import { routes as orders } from "../features/orders/routes";
import { routes as products } from "../features/products/routes";
import { editorRoutes } from "../features/products/editor/routes";
import {
  codeRoutes,
  discountRoutes,
  giftCardRoutes,
  saleRoutes,
} from "../features/promotions/routes";
import { routes as reports } from "../features/reports/routes";
import { routes as returns } from "../features/returns/routes";
import { extensionRoutes, routes as setup } from "../features/setup/routes";
import { routes as stock } from "../features/stock/routes";
import { routes as storefront } from "../features/storefront/routes";
import { routes as settingsRoutes } from "../features/settings/routes";
import { routes as support } from "../features/support/routes";
import { routes as team } from "../features/team/routes";
import { routes as themes } from "../features/themes/routes";
import { routes as today } from "../features/today/routes";
import { routes as webhooks } from "../features/webhooks/routes";
import type { Area } from "./area";
import { settingsAreas } from "./settingsAreas";
import { storefrontAreas } from "./storefrontAreas";

/** Areas without a page of their own: they lead to their first child. */
export const GROUPS: ReadonlySet<string> = new Set(["storefront", "content", "settings"]);

/** The sections of the rail: the day's work, what is sold, reports, and what is below. */
export const sections: readonly (readonly Area[])[] = [
  [
    { id: "today", path: "/", label: "area.today", icon: "home", key: "t", routes: today },
    {
      id: "orders",
      path: "/orders",
      label: "area.orders",
      icon: "orders",
      permission: "orders.read",
      key: "o",
      routes: orders,
      children: [
        {
          id: "returns",
          path: "/returns",
          label: "area.returns",
          icon: "returns",
          permission: "returns.read",
          key: "r",
          routes: returns,
        },
        {
          id: "drafts",
          path: "/drafts",
          label: "area.drafts",
          icon: "phone",
          permission: "orders.create",
          key: "d",
          routes: drafts,
        },
        {
          id: "importedOrders",
          path: "/imported-orders",
          label: "area.importedOrders",
          icon: "orders",
          permission: "orders.read",
          routes: importedOrders,
        },
      ],
    },
    {
      id: "customers",
      path: "/customers",
      label: "area.customers",
      icon: "customer",
      permission: "customers.read",
      key: "c",
      routes: customers,
    },
    {
      id: "support",
      path: "/support",
      label: "area.support",
      icon: "chat",
      permission: "support.read",
      key: "s",
      routes: support,
    },
  ],
  [
    {
      id: "products",
      path: "/products",
      label: "area.products",
      icon: "tag",
      permission: "products.read",
      key: "p",
      routes: products,
      children: [
        {
          id: "imports",
          path: "/imports",
          label: "area.imports",
          icon: "upload",
          permission: "products.edit",
          routes: imports,
        },
      ],
    },
    {
      id: "stock",
      path: "/stock",
      label: "area.stock",
      icon: "box",
      permission: "stock.read",
      key: "k",
      routes: stock,
      children: [
        {
          id: "counts",
          path: "/stock/counts",
          label: "area.counts",
          icon: "barcode",
          permission: "stock.read",
          routes: stock,
        },
        {
          id: "deliveries",
          path: "/stock/deliveries",
          label: "area.deliveries",
          icon: "truck",
          permission: "stock.read",
          routes: stock,
        },
        {
          id: "transfers",
          path: "/stock/transfers",
          label: "area.transfers",
          icon: "returns",
          permission: "stock.read",
          routes: stock,
        },
        {
          id: "locations",
          path: "/stock/locations",
          label: "area.locations",
          icon: "store",
          permission: "stock.read",
          routes: stock,
        },
        {
          id: "low-levels",
          path: "/stock/low-levels",
          label: "area.lowLevels",
          icon: "bell",
          permission: "stock.read",
          routes: stock,
        },
      ],
    },
    {
      id: "promotions",
      path: "/promotions",
      label: "area.promotions",
      icon: "percent",
      permission: "promotions.read",
      key: "m",
      routes: codeRoutes,
      children: [
        {
          id: "discounts",
          path: "/discounts",
          label: "area.discounts",
          icon: "tag",
          permission: "promotions.read",
          routes: discountRoutes,
        },
        {
          id: "sales",
          path: "/sales",
          label: "area.sales",
          icon: "percent",
          permission: "promotions.read",
          routes: saleRoutes,
        },
        {
          id: "gift-cards",
          path: "/gift-cards",
          label: "area.giftCards",
          icon: "wallet",
          permission: "promotions.read",
          routes: giftCardRoutes,
        },
      ],
    },
    {
      id: "storefront",
      path: "/storefront/categories",
      label: "area.storefront",
      icon: "store",
      key: "f",
      children: storefrontAreas,
      routes: storefront,
    },
    {
      id: "content",
      path: "/content/pages",
      label: "area.content",
      icon: "document",
      permission: "content.read",
      key: "e",
      routes: content,
      children: [
        {
          id: "pages",
          path: "/content/pages",
          label: "area.pages",
          icon: "document",
          permission: "content.read",
          routes: content,
        },
        {
          id: "blogs",
          path: "/content/blogs",
          label: "area.blogs",
          icon: "edit",
          permission: "content.read",
          routes: content,
        },
        {
          id: "faqs",
          path: "/content/faqs",
          label: "area.faqs",
          icon: "chat",
          permission: "content.read",
          routes: content,
        },
        {
          id: "emails",
          path: "/content/emails",
          label: "area.emails",
          icon: "mail",
          permission: "content.read",
          routes: content,
        },
      ],
    },
  ],
  [
    {
      id: "reports",
      path: "/reports",
      label: "area.reports",
      icon: "chart",
      permission: "reports.read",
      key: "v",
      routes: reports,
    },
  ],
  [
    {
      id: "health",
      path: "/health",
      label: "area.health",
      icon: "pulse",
      permission: "health.read",
      key: "h",
      routes: health,
    },
    {
      id: "settings",
      path: "/team",
      label: "area.settings",
      icon: "gear",
      children: settingsAreas,
      routes: team,
    },
  ],
];

/** Routes of all areas, each once. */
export const areaRoutes: readonly RouteObject[] = [
  today,
  orders,
  returns,
  drafts,
  importedOrders,
  stock,
  customers,
  support,
  products,
  imports,
  codeRoutes,
  discountRoutes,
  saleRoutes,
  giftCardRoutes,
  storefront,
  content,
  themes,
  extensionRoutes,
  reports,
  health,
  setup,
  settingsRoutes,
  team,
  webhooks,
  archives,
  audit,
  guide,
  account,
  editorRoutes,
].flat();
