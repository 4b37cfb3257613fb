import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type Webhook = Schemas["Endpoint"];
export type Delivery = Schemas["Delivery"];
export type DeliveryDetails = Schemas["DeliveryDetails"];
export type DeliveryState = Delivery["state"];

/** While something waits, the log follows it. */
const REFRESH_MS = 3_000;

export const webhooksQuery = queryOptions({
  queryKey: ["webhooks"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/webhooks")),
});

export const topicsQuery = queryOptions({
  queryKey: ["webhooks", "topics"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/webhooks/topics")),
  staleTime: Infinity,
});

export const webhookQuery = (webhookId: number) =>
  queryOptions({
    queryKey: ["webhooks", webhookId],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/webhooks/{webhookId}", { params: { path: { webhookId } } })),
    refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? REFRESH_MS : false),
  });

export const deliveriesQuery = (
  webhookId: number,
  state: DeliveryState | undefined,
  cursor: string | undefined,
) =>
  queryOptions({
    queryKey: ["webhooks", webhookId, "deliveries", state, cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/webhooks/{webhookId}/deliveries", {
          params: {
            path: { webhookId },
            query: { ...(state ? { state } : {}), ...(cursor ? { cursor } : {}) },
          },
        }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some((one) => one.state === "waiting") ? REFRESH_MS : false,
  });

export const deliveryCountQuery = (webhookId: number, state: DeliveryState | undefined) =>
  queryOptions({
    queryKey: ["webhooks", webhookId, "deliveries", "count", state],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/webhooks/{webhookId}/deliveries/count", {
          params: { path: { webhookId }, query: state ? { state } : {} },
        }),
      ),
  });

export const deliveryQuery = (deliveryId: number) =>
  queryOptions({
    queryKey: ["webhook-deliveries", deliveryId],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/webhook-deliveries/{deliveryId}", {
          params: { path: { deliveryId } },
        }),
      ),
    refetchInterval: ({ state: { data } }) => (data?.state === "waiting" ? REFRESH_MS : false),
  });
