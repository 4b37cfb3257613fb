import type { RouteObject } from "react-router";
import { screenRoute } from "../../../ui/route";

export const editorRoutes: RouteObject[] = [
  screenRoute("products/new", () => import("./ProductPage"), "products.edit"),
  screenRoute("products/:id", () => import("./ProductPage"), "products.read"),
];
