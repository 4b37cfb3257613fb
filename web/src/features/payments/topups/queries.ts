import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

/** A pending payment is polled often at first, then less often; milliseconds. */
const POLL_FAST = 2_000;
const POLL_SLOW = 10_000;
const FAST_POLLS = 20;

const topupsKey = (visitor: string) => ["topups", visitor] as const;

/** Top-ups that can still be paid. */
export function pendingTopupsQuery(visitor: string) {
  return queryOptions({
    queryKey: topupsKey(visitor),
    queryFn: ({ signal }) => unwrap(api.GET("/api/wallet/topups", { signal })),
    enabled: visitor !== "guest",
  });
}

/** A top-up; polled while it is pending. */
export function topupQuery(visitor: string, topupId: string) {
  return queryOptions({
    queryKey: [...topupsKey(visitor), topupId],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/wallet/topups/{topupId}", { signal, params: { path: { topupId } } })),
    enabled: visitor !== "guest",
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.state !== "pending" ? false : dataUpdateCount < FAST_POLLS ? POLL_FAST : POLL_SLOW,
  });
}
