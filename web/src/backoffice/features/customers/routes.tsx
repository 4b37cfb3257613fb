import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("customers", () => import("./CustomersPage"), "customers.read"),
  screenRoute("customers/guests", () => import("./GuestsPage"), "customers.read"),
  screenRoute("customers/:id", () => import("./CustomerPage"), "customers.read"),
];
