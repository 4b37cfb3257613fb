import { queryOptions } from "@tanstack/react-query";
import { api, ask } from "@/api/client";

/** How often a payment that is under way is looked at: at first often, then now and then. */
const SOON = 2_000;
const LATER = 10_000;
const MANY_LOOKS = 20;

const topupsKey = (visitor: string) => ["topups", visitor] as const;

/** Top-ups that can still be paid. */
export function pendingTopupsQuery(visitor: string) {
  return queryOptions({
    queryKey: topupsKey(visitor),
    queryFn: ({ signal }) => ask(api.GET("/api/wallet/topups", { signal })),
    enabled: visitor !== "guest",
  });
}

/** How a top-up stands; looked at again while it is pending. */
export function topupQuery(visitor: string, topupId: string) {
  return queryOptions({
    queryKey: [...topupsKey(visitor), topupId],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/wallet/topups/{topupId}", { signal, params: { path: { topupId } } })),
    enabled: visitor !== "guest",
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.state !== "pending" ? false : dataUpdateCount < MANY_LOOKS ? SOON : LATER,
  });
}
