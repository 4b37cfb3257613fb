import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("team", () => import("./TeamPage"), "team.read"),
  screenRoute("team/roles", () => import("./RolesPage"), "team.read"),
  screenRoute("tokens", () => import("./TokensPage"), "tokens.edit"),
];
