import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, createIdempotencyKey, unwrap } from "../../api/client";
import type { components } from "../../api/schema";

export type HeldJob = components["schemas"]["HeldJob"];
export type RefusedEmail = components["schemas"]["RefusedEmail"];
export type StuckMoney = components["schemas"]["StuckMoney"];
export type StuckPayment = components["schemas"]["StuckPayment"];
export type StuckRefund = components["schemas"]["StuckRefund"];
export type PaymentDecided = components["schemas"]["PaymentDecided"];
export type Finding = components["schemas"]["Finding"];
export type HealthReports = components["schemas"]["HealthReports"];
export type Space = components["schemas"]["Space"];
export type SearchState = components["schemas"]["SearchState"];
export type Versions = components["schemas"]["Versions"];
export type BackupState = components["schemas"]["BackupState"];
export type ReportKind = "checks" | "ledger" | "space";

const REFRESH_MS = 15_000;
/** While a job runs that somebody waits for. */
const POLL_MS = 1000;

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

function isRunning(reports: HealthReports | undefined): boolean {
  return reports
    ? reports.checks.running || reports.ledger.running || reports.space.running
    : false;
}

export const reportsQuery = queryOptions({
  queryKey: ["health", "reports"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/health/reports")),
  refetchInterval: ({ state }) => (isRunning(state.data) ? POLL_MS : REFRESH_MS),
});

export const failingWebhooksQuery = queryOptions({
  queryKey: ["health", "webhooks"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/health/webhooks")),
  refetchInterval: REFRESH_MS,
});

export const searchQuery = queryOptions({
  queryKey: ["health", "search"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/health/search")),
  refetchInterval: REFRESH_MS,
});

export const versionsQuery = queryOptions({
  queryKey: ["health", "versions"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/health/versions")),
});

export const backupsQuery = queryOptions({
  queryKey: ["health", "backups"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/backups")),
  refetchInterval: ({ state }) => (state.data?.running ? POLL_MS : REFRESH_MS),
});

/** Has a job run checks again; the answer says that it runs. */
export function useRunReport(kind: ReportKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/admin/v1/health/reports/{kind}", { params: { path: { kind } } })),
    onSuccess: (reports) => {
      client.setQueryData(reportsQuery.queryKey, reports);
      return client.invalidateQueries({ queryKey: ["today", "problems"] });
    },
  });
}

export function useRebuildSearch() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => unwrap(api.POST("/api/admin/v1/health/search/rebuild")),
    onSettled: refresh,
  });
}

export function useBackUpNow() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => unwrap(api.POST("/api/admin/v1/backups")),
    onSettled: refresh,
  });
}

interface Decision {
  id: string;
  body: components["schemas"]["PaymentDecisionInput"];
  headers: { "Idempotency-Key": string };
}

/** `onDone` is called though the payment, and with it the caller, is gone from the page by then. */
export function useDecidePayment(onDone: (decided: PaymentDecided) => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, body, headers }: Decision) =>
      unwrap(
        api.POST("/api/admin/v1/gateway-payments/{paymentId}/decision", {
          params: { path: { paymentId: id }, header: headers },
          body,
        }),
      ),
    onSuccess: (decided) => {
      onDone(decided);
      return refresh();
    },
  });
}

const CALLS = {
  retry: "/api/admin/v1/gateway-refunds/{refundId}/retry",
  sent: "/api/admin/v1/gateway-refunds/{refundId}/sent",
} as const;

/** Sends a refund to its provider again, or records that it was sent by other means. */
export function useRefundCall(call: keyof typeof CALLS, onDone: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (refundId: string) => {
      const header = { "Idempotency-Key": createIdempotencyKey() };
      return unwrap(api.POST(CALLS[call], { params: { path: { refundId }, header } }));
    },
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}
