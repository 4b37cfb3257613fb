import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("settings/themes", () => import("./ThemesPage"), "settings.read"),
  screenRoute("settings/themes/:id", () => import("./ThemePage"), "settings.read"),
];
