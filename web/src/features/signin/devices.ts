import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { useAppState, visitorOf } from "@/state/appState";

function devicesQuery(visitor: string) {
  return queryOptions({
    queryKey: ["devices", visitor] as const,
    queryFn: ({ signal }) => unwrap(api.GET("/auth/devices", { signal })),
    enabled: visitor !== "guest",
  });
}

/** The customer's signed-in devices, the one last used first. */
export function useDevices() {
  return useQuery(devicesQuery(useAppState(visitorOf)));
}

/** Signs out on one other device. */
export function useSignOutDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.DELETE("/auth/devices/{id}", { params: { path: { id } } })),
    // On an error too: the device may have been signed out already.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["devices"] }),
  });
}

export function signOutEverywhere() {
  return unwrap(api.DELETE("/auth/devices"));
}
