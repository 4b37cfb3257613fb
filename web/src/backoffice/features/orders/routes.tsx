import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("orders", () => import("./list/OrdersPage"), "orders.read"),
  screenRoute("bulk", () => import("./list/BulkPage"), "orders.read"),
  screenRoute("orders/:number", () => import("./detail/OrderPage"), "orders.read"),
];
