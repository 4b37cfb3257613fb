import { screenRoute } from "../../ui/route";

export const routes = [screenRoute("health", () => import("./HealthPage"), "health.read")];
