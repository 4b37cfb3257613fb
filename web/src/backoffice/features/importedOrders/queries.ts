import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type ListedImportedOrder = Schemas["ListedImportedOrder"];
export type ImportedOrder = Schemas["ImportedOrderDetails"];
export type ImportedItem = Schemas["ImportedOrderItem"];
export type ImportedAddress = Schemas["ImportedOrderAddress"];

export const importedOrdersQuery = (q: string, cursor: string | null) =>
  queryOptions({
    queryKey: ["importedOrders", "list", q, cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/imported-orders", {
          params: { query: { q, ...(cursor === null ? {} : { cursor }) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const importedOrderCountQuery = (q: string) =>
  queryOptions({
    queryKey: ["importedOrders", "count", q],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/imported-orders/count", { params: { query: { q } } })),
  });

export const importedOrderQuery = (importedOrderId: number) =>
  queryOptions({
    queryKey: ["importedOrders", importedOrderId],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/imported-orders/{importedOrderId}", {
          params: { path: { importedOrderId } },
        }),
      ),
  });
