import { useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import type { Session } from "./session";
import { sessionQuery } from "./useSessionQuery";

type Preferences = Pick<Session, "theme" | "shortcuts">;

/** Changes the operator's theme or keys at once and stores them with the account. */
export function useSetPreferences(): (changed: Partial<Preferences>) => Promise<void> {
  const queryClient = useQueryClient();
  return async (changed) => {
    queryClient.setQueryData(sessionQuery.queryKey, (before) =>
      before ? { ...before, ...changed } : before,
    );
    await unwrap(api.PATCH("/api/admin/v1/account", { body: changed }));
    await queryClient.invalidateQueries({ queryKey: ["account"] });
  };
}
