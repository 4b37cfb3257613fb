import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("drafts", () => import("./DraftsPage"), "orders.create"),
  screenRoute("drafts/new", () => import("./DraftPage"), "orders.create"),
  screenRoute("drafts/:id", () => import("./DraftPage"), "orders.create"),
];
