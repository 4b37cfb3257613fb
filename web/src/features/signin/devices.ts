import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { useAppState, visitorOf } from "@/state/appState";

function devicesQuery(visitor: string) {
  return queryOptions({
    queryKey: ["devices", visitor] as const,
    queryFn: ({ signal }) => ask(api.GET("/auth/devices", { signal })),
    enabled: visitor !== "guest",
  });
}

/** Where the customer is signed in, last used first. */
export function useDevices() {
  return useQuery(devicesQuery(useAppState(visitorOf)));
}

/** Signs out on one other device. */
export function useEndDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => ask(api.DELETE("/auth/devices/{id}", { params: { path: { id } } })),
    // One that has ended meanwhile is not there any more, so the list is asked for either way.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["devices"] }),
  });
}

export function endEverywhere() {
  return ask(api.DELETE("/auth/devices"));
}
