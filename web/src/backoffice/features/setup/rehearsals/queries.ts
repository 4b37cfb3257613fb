import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import type { components } from "../../../api/schema";

type Schemas = components["schemas"];
export type Rehearsal = Schemas["Rehearsal"];
export type ListedRehearsal = Schemas["ListedRehearsal"];
export type RehearsalCase = Schemas["RehearsalCase"];
export type PaymentTrial = Schemas["PaymentTrial"];

export const rehearsalsQuery = queryOptions({
  queryKey: ["rehearsals"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/payment-rehearsals")),
});

export const rehearsalQuery = (rehearsalId: number) =>
  queryOptions({
    queryKey: ["rehearsals", rehearsalId],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/payment-rehearsals/{rehearsalId}", {
          params: { path: { rehearsalId } },
        }),
      ),
    // A stored report does not change.
    staleTime: Infinity,
  });

export function rehearse() {
  return unwrap(api.POST("/api/admin/v1/payment-rehearsals"));
}

export function fileAddress(rehearsalId: number, format: "json" | "csv"): string {
  return `/api/admin/v1/payment-rehearsals/${rehearsalId}/file?format=${format}`;
}
