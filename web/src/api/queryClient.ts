import { QueryCache, QueryClient } from "@tanstack/react-query";
import { createContext } from "react-router";
import { ApiError } from "./errors";

/**
 * An area has data or an error, never both. What is reloaded because something was changed is not true
 * any more where that fails: its data goes. What was only looked at again keeps its data, and forgets
 * the error: a shopper who reads a page does not lose it to a reload that nobody asked for.
 */
function keepDataOrError(queries: QueryCache): void {
  const changed = new WeakSet<object>();
  queries.subscribe((event) => {
    if (event.type !== "updated") return;
    const { action, query } = event;
    if (action.type === "invalidate") changed.add(query);
    else if (action.type === "success") changed.delete(query);
    else if (action.type === "error" && query.state.data !== undefined) {
      if (changed.has(query)) query.setState({ data: undefined, dataUpdatedAt: 0 });
      else query.setState({ error: null, status: "success" });
    }
  });
}

/** Whether no answer came, or one that another try may better. A refusal is final. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status > 500;
}

/**
 * Server data lives here, area by area: loading has neither data nor error, success has data, an
 * error has no data. Reads that got no answer are tried once more, changes never. Without a network
 * a request fails at once and says so, rather than wait unseen.
 */
export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache();
  keepDataOrError(queryCache);
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        networkMode: "always",
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 1 && mayPass(error),
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

/** How loaders get at the cache: `context.get(queryClientContext)`. */
export const queryClientContext = createContext<QueryClient>();
