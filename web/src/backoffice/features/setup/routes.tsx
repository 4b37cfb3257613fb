import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("settings/:section?", () => import("./SettingsPage"), "settings.read"),
];

export const extensionRoutes: RouteObject[] = [
  screenRoute("settings/extensions", () => import("./ExtensionsPage"), "settings.read"),
];
