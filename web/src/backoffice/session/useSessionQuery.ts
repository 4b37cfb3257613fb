import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api, setCsrfToken, unwrap } from "../api/client";
import { hasCode } from "../api/errors";
import type { Session, Shop } from "./session";

interface SessionOutput {
  operatorId: number;
  name: string;
  email: string;
  role: string;
  permissions: string[];
  csrfToken: string | null;
  shop?: Shop;
}

/** The session; null if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async (): Promise<Session | null> => {
    try {
      return toSession(await unwrap(api.GET("/api/admin/v1/session")));
    } catch (error) {
      if (hasCode(error, "unauthorized")) return null;
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});

function toSession(output: SessionOutput): Session {
  setCsrfToken(output.csrfToken);
  const permissions = new Set(output.permissions);
  const { operatorId, name, email, role } = output;
  return {
    operator: {
      id: operatorId,
      name,
      email,
      role,
      can: (permission) => permissions.has(permission),
    },
    shop: output.shop ?? { name: "", timeZone: "UTC", currency: "USD", isTest: false },
  };
}

/** Called after signing in, and after a change of the own name or role. */
export function useReloadSession(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
}

/** Forgets everything that was loaded for the operator. */
export function useEndSession(): () => void {
  const queryClient = useQueryClient();
  return () => {
    setCsrfToken(null);
    queryClient.clear();
    queryClient.setQueryData(sessionQuery.queryKey, null);
  };
}
