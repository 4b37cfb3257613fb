import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";

export type HeldJob = components["schemas"]["HeldJob"];
export type RefusedEmail = components["schemas"]["RefusedEmail"];
export type StuckMoney = components["schemas"]["StuckMoney"];

const REFRESH_MS = 15_000;

export const workQuery = queryOptions({
  queryKey: ["health", "work"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/health/jobs")),
  refetchInterval: REFRESH_MS,
});

export const heldQuery = queryOptions({
  queryKey: ["health", "held"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/health/jobs/held")),
  refetchInterval: REFRESH_MS,
});

export const emailsQuery = queryOptions({
  queryKey: ["health", "emails"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/health/emails")),
  refetchInterval: REFRESH_MS,
});

export const moneyQuery = queryOptions({
  queryKey: ["health", "payments"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/health/payments")),
  refetchInterval: REFRESH_MS,
});

/** Reads everything again that a change may affect, on Today as well. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["health"] }),
      client.invalidateQueries({ queryKey: ["today", "problems"] }),
    ]);
}

export function useRetryJobs() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (ids: number[]) =>
      unwrap(api.POST("/api/admin/v1/health/jobs/retry", { body: { ids } })),
    onSettled: refresh,
  });
}

export function useDiscardJob() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(api.POST("/api/admin/v1/health/jobs/discard", { body: { ids: [id] } })),
    onSettled: refresh,
  });
}

export function useSendAgain() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, address }: { id: number; address: string }) =>
      unwrap(
        api.POST("/api/admin/v1/health/emails/{emailId}/send", {
          params: { path: { emailId: id } },
          body: { address },
        }),
      ),
    onSettled: refresh,
  });
}

export function useDeleteEmail() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(
        api.DELETE("/api/admin/v1/health/emails/{emailId}", { params: { path: { emailId: id } } }),
      ),
    onSettled: refresh,
  });
}

export function useRunChecks() {
  return useMutation({
    mutationFn: () => unwrap(api.POST("/api/admin/v1/health/checks")),
  });
}
