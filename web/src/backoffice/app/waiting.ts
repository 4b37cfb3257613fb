import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import type { Count } from "../api/list";
import { useOperator } from "../session/session";

/** What waits in an area, by the area's id. Never a total. */
export type Waiting = Readonly<Partial<Record<string, Count>>>;

/** The rail follows the shop this often, in milliseconds. */
const REFRESH_MS = 60_000;
const shared = { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData } as const;

/** Together; exact only if all are. */
function sum(counts: readonly (Count | undefined)[]): Count {
  const known = counts.filter((count) => count !== undefined);
  return {
    value: known.reduce((total, { value }) => total + value, 0),
    exact: known.every(({ exact }) => exact),
  };
}

/** The numbers beside the areas of the rail. Queues that the operator may not see are not counted. */
export function useWaiting(): Waiting {
  const operator = useOperator();
  const { data: queues } = useQuery({
    queryKey: ["today", "queues"],
    queryFn: () => unwrap(api.GET("/api/admin/v1/today/queues")),
    ...shared,
  });
  const { data: returns } = useQuery({
    queryKey: ["returns", "waiting"],
    queryFn: () => unwrap(api.GET("/api/admin/v1/returns/counts")),
    enabled: operator.can("returns.read"),
    ...shared,
  });
  return {
    orders: sum([queues?.toConfirm?.count, queues?.toPack?.count, queues?.toShip?.count]),
    support: sum([queues?.toAnswer?.count, queues?.toModerate?.count]),
    returns: sum([returns?.toApprove, returns?.toInspect]),
  };
}
