import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("webhooks", () => import("./WebhooksPage"), "webhooks.read"),
  screenRoute("webhooks/:id", () => import("./WebhookPage"), "webhooks.read"),
  screenRoute("webhooks/:id/deliveries/:delivery", () => import("./DeliveryPage"), "webhooks.read"),
];
