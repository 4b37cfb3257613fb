import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("products", () => import("./list/ProductsPage"), "products.read"),
];
