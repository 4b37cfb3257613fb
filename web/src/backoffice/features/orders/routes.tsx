import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("orders/:number", () => import("./detail/OrderPage"), "orders.read"),
];
