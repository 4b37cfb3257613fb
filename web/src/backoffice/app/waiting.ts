import { useQuery } from "@tanstack/react-query";
import { problemsQuery, queuesQuery } from "../features/today/queries";
import { useOperator } from "../session/session";

/** What waits in an area, by the area's id. Never a total. */
export type Waiting = Readonly<Partial<Record<string, number>>>;

/** The numbers beside the areas of the rail: the same as on Today. */
export function useWaiting(): Waiting {
  const { can } = useOperator();
  const { data: queues } = useQuery(queuesQuery);
  const { data: problems } = useQuery({ ...problemsQuery, enabled: can("health.read") });
  if (!queues) return {};
  const { toConfirm, toPack, toShip, toAnswer, toModerate } = queues;
  const sum = (parts: readonly ({ count: { value: number } } | null)[]) =>
    parts.reduce((total, part) => total + (part?.count.value ?? 0), 0);
  return {
    orders: sum([toConfirm, toPack, toShip]),
    support: sum([toAnswer, toModerate]),
    health: problems?.items.length ?? 0,
  };
}
