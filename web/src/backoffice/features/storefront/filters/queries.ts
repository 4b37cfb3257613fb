import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import type { components } from "../../../api/schema";

type Schemas = components["schemas"];
export type FilterList = Schemas["FilterList"];
export type OfferedFilter = Schemas["OfferedFilter"];

export const filtersQuery = queryOptions({
  queryKey: ["filters"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/filters")),
});
