import { routes as storefront } from "../features/storefront/routes";
import type { Area } from "./area";

/** Areas below Storefront. */
export const storefrontAreas: readonly Area[] = [
  {
    id: "home-page",
    path: "/storefront/home",
    label: "area.homePage",
    icon: "home",
    permission: "content.read",
    routes: storefront,
  },
  {
    id: "sliders",
    path: "/storefront/sliders",
    label: "area.sliders",
    icon: "image",
    permission: "content.read",
    routes: storefront,
  },
  {
    id: "menus",
    path: "/storefront/menus",
    label: "area.menus",
    icon: "menu",
    permission: "content.read",
    routes: storefront,
  },
  {
    id: "announcement",
    path: "/storefront/announcement",
    label: "area.announcement",
    icon: "bell",
    permission: "content.read",
    routes: storefront,
  },
  {
    id: "categories",
    path: "/storefront/categories",
    label: "area.categories",
    icon: "columns",
    permission: "products.read",
    routes: storefront,
  },
  {
    id: "collections",
    path: "/storefront/collections",
    label: "area.collections",
    icon: "tag",
    permission: "products.read",
    routes: storefront,
  },
  {
    id: "size-guides",
    path: "/storefront/size-guides",
    label: "area.sizeGuides",
    icon: "document",
    permission: "products.read",
    routes: storefront,
  },
  {
    id: "redirects",
    path: "/storefront/redirects",
    label: "area.redirects",
    icon: "returns",
    permission: "content.read",
    routes: storefront,
  },
];
