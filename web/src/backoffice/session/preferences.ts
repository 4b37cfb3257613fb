import { useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import type { Session } from "./session";
import { sessionQuery } from "./useSessionQuery";

type Preferences = Pick<Session, "theme" | "shortcuts">;

/** Changes the operator's theme or keys at once and stores them; a failure takes them back. */
export function useSetPreferences(): (changed: Partial<Preferences>) => Promise<void> {
  const queryClient = useQueryClient();
  return async (changed) => {
    queryClient.setQueryData(sessionQuery.queryKey, (before) =>
      before ? { ...before, ...changed } : before,
    );
    try {
      await unwrap(api.PATCH("/api/admin/v1/account", { body: changed }));
    } catch (error) {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      throw error;
    }
    await queryClient.invalidateQueries({ queryKey: ["account"] });
  };
}
