import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("storefront/home", () => import("./layout/home/HomePageEditor"), "content.read"),
  screenRoute("storefront/sliders", () => import("./sliders/SlidersPage"), "content.read"),
  screenRoute("storefront/sliders/new", () => import("./sliders/NewSliderPage"), "content.edit"),
  screenRoute("storefront/sliders/:id", () => import("./sliders/SliderPage"), "content.read"),
  screenRoute(
    "storefront/sliders/sections/new",
    () => import("./sliders/NewSectionPage"),
    "content.edit",
  ),
  screenRoute(
    "storefront/sliders/sections/:id",
    () => import("./sliders/SectionPage"),
    "content.read",
  ),
  screenRoute("storefront/menus", () => import("./layout/menus/MenusPage"), "content.read"),
  screenRoute(
    "storefront/announcement",
    () => import("./layout/announcement/AnnouncementPage"),
    "content.read",
  ),
  screenRoute(
    "storefront/categories",
    () => import("./categories/CategoriesPage"),
    "products.read",
  ),
  screenRoute(
    "storefront/collections",
    () => import("./collections/CollectionsPage"),
    "products.read",
  ),
  screenRoute(
    "storefront/collections/new",
    () => import("./collections/NewCollectionPage"),
    "products.edit",
  ),
  screenRoute(
    "storefront/collections/:id",
    () => import("./collections/CollectionPage"),
    "products.read",
  ),
  screenRoute(
    "storefront/size-guides",
    () => import("./sizeGuides/SizeGuidesPage"),
    "products.read",
  ),
  screenRoute(
    "storefront/size-guides/new",
    () => import("./sizeGuides/NewSizeGuidePage"),
    "products.edit",
  ),
  screenRoute(
    "storefront/size-guides/:id",
    () => import("./sizeGuides/SizeGuidePage"),
    "products.read",
  ),
  screenRoute("storefront/brands", () => import("./brands/BrandsPage"), "products.read"),
  screenRoute("storefront/brands/:id", () => import("./brands/BrandPage"), "products.read"),
  screenRoute("storefront/filters", () => import("./filters/FiltersPage"), "products.read"),
  screenRoute(
    "storefront/search-words",
    () => import("./searchWords/SearchWordsPage"),
    "products.read",
  ),
  screenRoute(
    "storefront/missed-sales",
    () => import("./missedSales/MissedSalesPage"),
    "products.read",
  ),
  screenRoute("storefront/redirects", () => import("./redirects/RedirectsPage"), "content.read"),
  screenRoute(
    "storefront/redirects/new",
    () => import("./redirects/NewRedirectPage"),
    "content.edit",
  ),
  screenRoute(
    "storefront/redirects/automatic",
    () => import("./redirects/AutomaticRedirectsPage"),
    "content.read",
  ),
  screenRoute("storefront/redirects/:id", () => import("./redirects/RedirectPage"), "content.read"),
];
