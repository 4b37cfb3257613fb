import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("audit", () => import("./AuditPage"), "audit.read"),
  screenRoute("audit/:id", () => import("./EntryPage"), "audit.read"),
];
