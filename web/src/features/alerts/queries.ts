import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export const alertsKey = ["alerts"] as const;

/** The customer's pending alerts. */
export function alertsQuery(visitor: string) {
  return queryOptions({
    queryKey: [...alertsKey, visitor],
    queryFn: ({ signal }) => unwrap(api.GET("/api/alerts", { signal })),
    enabled: visitor !== "guest",
    staleTime: 60_000,
  });
}

export interface AlertInput {
  skuId: number;
  kind: "stock" | "price";
  /** A guest's email address; empty for a customer. */
  email: string;
}

export function useAddAlert() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AlertInput) => unwrap(api.POST("/api/alerts", { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: alertsKey }),
  });
}
