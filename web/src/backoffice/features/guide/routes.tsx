import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("setup-guide", () => import("./GuidePage"), "settings.read"),
];
