import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type StockItem = Schemas["StockItem"];
export type StockDetails = Schemas["StockDetails"];
export type Movement = Schemas["Movement"];
export type Location = Schemas["Location"];
export type CountItem = Schemas["CountItem"];
export type CountSheet = Schemas["CountSheet"];
export type CountLine = Schemas["CountLine"];
export type StockDelivery = Schemas["StockDelivery"];
export type StockDeliveryItem = Schemas["StockDeliveryItem"];
export type StockTransfer = Schemas["StockTransfer"];
export type StockTransferItem = Schemas["StockTransferItem"];
export type LowLevels = Schemas["LowLevels"];
export type LowLevelsInput = Schemas["LowLevelsInput"];
export type LowLevelChoices = Schemas["LowLevelChoices"];
export type AlertFrequency = LowLevels["alerts"]["frequency"];
export type Settings = Schemas["SettingsOverview"];
export type StockFilter = "low" | "out" | "owed" | "own_level";

export interface StockParams {
  q?: string;
  show?: StockFilter;
  location?: number;
}

const at = (cursor: string | null) => (cursor === null ? {} : { cursor });

export const stockQuery = (params: StockParams, cursor: string | null) =>
  queryOptions({
    queryKey: ["stock", "list", params, cursor],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/stock", { params: { query: { ...params, ...at(cursor) } } })),
    placeholderData: keepPreviousData,
  });

export const stockCountQuery = (params: StockParams) =>
  queryOptions({
    queryKey: ["stock", "count", params],
    queryFn: () => unwrap(api.GET("/api/admin/v1/stock/count", { params: { query: params } })),
  });

/** Items that are found by title, SKU or barcode. */
export const findQuery = (text: string) =>
  queryOptions({
    queryKey: ["stock", "find", text],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/stock", { params: { query: { q: text, limit: 10 } } })),
    enabled: text !== "",
    placeholderData: keepPreviousData,
  });

export const skuQuery = (skuId: number) =>
  queryOptions({
    queryKey: ["stock", "sku", skuId],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/stock/skus/{skuId}", { params: { path: { skuId } } })),
  });

export const movementsQuery = (skuId: number) =>
  infiniteQueryOptions({
    queryKey: ["stock", "movements", skuId],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/admin/v1/stock/skus/{skuId}/movements", {
          params: { path: { skuId }, query: at(pageParam) },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export const locationsQuery = queryOptions({
  queryKey: ["stock", "locations"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/stock/locations")),
});

export const countsQuery = (state: CountItem["state"] | null, cursor: string | null) =>
  queryOptions({
    queryKey: ["stock", "counts", state, cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/stock/counts", {
          params: { query: { ...(state ? { state } : {}), ...at(cursor) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const countQuery = (countId: number) =>
  queryOptions({
    queryKey: ["stock", "sheet", countId],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/stock/counts/{countId}", { params: { path: { countId } } })),
  });

export const deliveriesQuery = (state: StockDeliveryItem["state"] | null, cursor: string | null) =>
  queryOptions({
    queryKey: ["stock", "deliveries", state, cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/stock/deliveries", {
          params: { query: { ...(state ? { state } : {}), ...at(cursor) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const deliveryQuery = (deliveryId: number) =>
  queryOptions({
    queryKey: ["stock", "delivery", deliveryId],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/stock/deliveries/{deliveryId}", {
          params: { path: { deliveryId } },
        }),
      ),
  });

export const transfersQuery = (state: StockTransferItem["state"] | null, cursor: string | null) =>
  queryOptions({
    queryKey: ["stock", "transfers", state, cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/stock/transfers", {
          params: { query: { ...(state ? { state } : {}), ...at(cursor) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const transferQuery = (transferId: number) =>
  queryOptions({
    queryKey: ["stock", "transfer", transferId],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/stock/transfers/{transferId}", {
          params: { path: { transferId } },
        }),
      ),
  });

export const lowLevelsQuery = queryOptions({
  queryKey: ["stock", "low-levels"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/stock/low-levels")),
});

export const lowLevelChoicesQuery = queryOptions({
  queryKey: ["stock", "low-level-choices"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/stock/low-levels/choices")),
});

/** The shop's own level is a setting. */
export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/settings")),
});
