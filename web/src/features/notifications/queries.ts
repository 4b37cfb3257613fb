import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { alertsKey } from "@/features/alerts/queries";
import { useAppState, visitorOf } from "@/state/appState";

const subscriptionKey = (visitor: string) => ["newsletter", "own", visitor] as const;

/** Whether the customer gets the newsletter. */
export function subscriptionQuery(visitor: string) {
  return queryOptions({
    queryKey: subscriptionKey(visitor),
    queryFn: ({ signal }) => ask(api.GET("/api/newsletter", { signal })),
    enabled: visitor !== "guest",
  });
}

export function useSetSubscribed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isSubscribed: boolean) =>
      ask(api.PUT("/api/newsletter", { body: { isSubscribed } })),
    onSuccess: (subscription) =>
      queryClient.setQueryData(subscriptionKey(visitorOf(useAppState.getState())), subscription),
  });
}

export function useEndAlert() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (alertId: number) =>
      ask(api.DELETE("/api/alerts/{alertId}", { params: { path: { alertId } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertsKey }),
  });
}
