import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("imports", () => import("./ImportsPage"), "products.edit"),
  screenRoute("imports/:id", () => import("./ImportPage"), "products.edit"),
];
