import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";
import type { Changes } from "./queries";

type Schemas = components["schemas"];
export type ExtensionOverview = Schemas["ExtensionOverview"];
export type Extension = Schemas["Extension"];

/** While processes still work with older settings. */
const APPLYING_MS = 1_000;

export const extensionsQuery = queryOptions({
  queryKey: ["extensions"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/extensions")),
  refetchInterval: ({ state: { data } }) =>
    data && data.version !== data.appliedVersion ? APPLYING_MS : false,
});

export function saveExtension(name: string, values: Changes, version: string) {
  return unwrap(
    api.PATCH("/api/admin/v1/extensions/{name}/settings", {
      params: { path: { name }, header: { "If-Match": `"${version}"` } },
      body: { values },
    }),
  );
}
