import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";

export const alertsKey = ["alerts"] as const;

/** What the customer still waits for. */
export function alertsQuery(visitor: string) {
  return queryOptions({
    queryKey: [...alertsKey, visitor],
    queryFn: ({ signal }) => ask(api.GET("/api/alerts", { signal })),
    enabled: visitor !== "guest",
    staleTime: 60_000,
  });
}

export interface AlertWanted {
  skuId: number;
  kind: "stock" | "price";
  /** A guest's address; empty for a customer. */
  email: string;
}

/** Asks for one letter. */
export function useAddAlert() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AlertWanted) => ask(api.POST("/api/alerts", { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: alertsKey }),
  });
}
