import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";

export type Account = components["schemas"]["Account"];

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/account")),
});

export const sessionsQuery = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/account/sessions")),
});

/** Takes over the account as the server answered it, and what depends on it. */
export function useSetAccount(): (account: Account) => void {
  const queryClient = useQueryClient();
  return (account) => {
    queryClient.setQueryData(accountQuery.queryKey, account);
    void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    // Its name and the ways to prove an identity.
    void queryClient.invalidateQueries({ queryKey: ["session"] });
  };
}
