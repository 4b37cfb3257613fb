import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./errors";

function isTransient(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status > 500;
}

/** The cache of server data. Reads are retried once after a transient error, writes never. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        networkMode: "always",
        retry: (failures, error) => failures < 1 && isTransient(error),
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}
