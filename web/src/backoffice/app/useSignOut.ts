import { api } from "../api/client";
import { useEndSession } from "../session/useSessionQuery";

/** Ends the session at the server and forgets what was loaded. */
export function useSignOut(): () => Promise<void> {
  const endSession = useEndSession();
  return async () => {
    await api.DELETE("/api/admin/v1/session");
    endSession();
  };
}
