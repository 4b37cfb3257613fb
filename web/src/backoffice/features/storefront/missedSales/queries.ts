import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import type { components } from "../../../api/schema";

type Schemas = components["schemas"];
export type UnopenedSearch = Schemas["UnopenedSearch"];
export type EmptyFilters = Schemas["EmptyFilters"];

export const missedSalesQuery = queryOptions({
  queryKey: ["missedSales"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/missed-sales")),
});
