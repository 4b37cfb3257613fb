import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("settings/company", () => import("./CompanyPage"), "settings.read"),
  screenRoute("settings/taxes", () => import("./TaxesPage"), "settings.read"),
  screenRoute("settings/delivery", () => import("./DeliveryPage"), "settings.read"),
  screenRoute("settings/carriers", () => import("./CarriersPage"), "settings.read"),
];
