import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute(
    "settings/payments/rehearsals",
    () => import("./rehearsals/RehearsalsPage"),
    "settings.read",
  ),
  screenRoute(
    "settings/payments/rehearsals/:id",
    () => import("./rehearsals/RehearsalPage"),
    "settings.read",
  ),
  screenRoute("settings/currency", () => import("./CurrencyPage"), "settings.read"),
  screenRoute("settings/:section?", () => import("./SettingsPage"), "settings.read"),
];

export const extensionRoutes: RouteObject[] = [
  screenRoute("settings/extensions", () => import("./ExtensionsPage"), "settings.read"),
];
