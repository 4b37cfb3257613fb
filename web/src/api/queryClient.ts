import { QueryCache, QueryClient } from "@tanstack/react-query";
import { createContext } from "react-router";
import { ApiError } from "./errors";

/**
 * A query has data or an error, never both. If the refetch of an invalidated query fails, its data is
 * outdated and is removed. If any other refetch fails, the data stays and the error is dropped, so that a
 * background refetch does not replace a page that the shopper is reading.
 */
function separateDataAndErrors(queries: QueryCache): void {
  const invalidated = new WeakSet<object>();
  queries.subscribe((event) => {
    if (event.type !== "updated") return;
    const { action, query } = event;
    if (action.type === "invalidate") invalidated.add(query);
    else if (action.type === "success") invalidated.delete(query);
    else if (action.type === "error" && query.state.data !== undefined) {
      if (invalidated.has(query)) query.setState({ data: undefined, dataUpdatedAt: 0 });
      else query.setState({ error: null, status: "success" });
    }
  });
}

/** Whether a retry may succeed: there was no response, or the server is unavailable. */
function isTransient(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status > 500;
}

/**
 * The cache of server data. Queries with a transient error are retried once, mutations never. Offline,
 * requests fail at once instead of being paused.
 */
export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache();
  separateDataAndErrors(queryCache);
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        networkMode: "always",
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 1 && isTransient(error),
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

/** For route loaders: `context.get(queryClientContext)`. */
export const queryClientContext = createContext<QueryClient>();
