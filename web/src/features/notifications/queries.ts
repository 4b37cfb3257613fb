import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { alertsKey } from "@/features/alerts/queries";
import { useAppState, visitorOf } from "@/state/appState";

const subscriptionKey = (visitor: string) => ["newsletter", "own", visitor] as const;

/** The customer's newsletter subscription. */
export function subscriptionQuery(visitor: string) {
  return queryOptions({
    queryKey: subscriptionKey(visitor),
    queryFn: ({ signal }) => unwrap(api.GET("/api/newsletter", { signal })),
    enabled: visitor !== "guest",
  });
}

export function useSetSubscribed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isSubscribed: boolean) =>
      unwrap(api.PUT("/api/newsletter", { body: { isSubscribed } })),
    onSuccess: (subscription) =>
      queryClient.setQueryData(subscriptionKey(visitorOf(useAppState.getState())), subscription),
  });
}

export function useDeleteAlert() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (alertId: number) =>
      unwrap(api.DELETE("/api/alerts/{alertId}", { params: { path: { alertId } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertsKey }),
  });
}
