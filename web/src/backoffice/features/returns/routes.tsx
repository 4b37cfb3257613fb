import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("returns", () => import("./ReturnsPage"), "returns.read"),
  screenRoute("returns/:number", () => import("./ReturnPage"), "returns.read"),
];
