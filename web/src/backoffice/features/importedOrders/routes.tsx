import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("imported-orders", () => import("./ImportedOrdersPage"), "orders.read"),
  screenRoute("imported-orders/:id", () => import("./ImportedOrderPage"), "orders.read"),
];
