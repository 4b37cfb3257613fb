import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api, setCsrfToken, unwrap } from "../api/client";
import { hasCode } from "../api/errors";
import type { components } from "../api/schema";
import { forgetSession } from "./endedSession";
import type { Session } from "./session";

type SessionOutput = components["schemas"]["Session"];
type ShopOutput = components["schemas"]["ShopFrame"];

/** The session; null if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async (): Promise<Session | null> => {
    try {
      const [session, shop] = await Promise.all([
        unwrap(api.GET("/api/admin/v1/session")),
        unwrap(api.GET("/api/admin/v1/shop")),
      ]);
      return toSession(session, shop);
    } catch (error) {
      if (hasCode(error, "unauthorized")) return null;
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});

function toSession(session: SessionOutput, shop: ShopOutput): Session {
  setCsrfToken(session.csrfToken);
  const permissions = new Set(session.permissions);
  const { operatorId, name, email, role, verificationMethods, theme, shortcuts } = session;
  return {
    operator: {
      id: operatorId,
      name,
      email,
      role,
      can: (permission) => permissions.has(permission),
    },
    shop: {
      name: shop.name,
      timeZone: shop.timeZone,
      currency: shop.currency,
      country: shop.country,
      isTest: shop.isTest,
    },
    verificationMethods,
    theme,
    shortcuts,
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
    forgetSession();
    // First the session, whose observer leaves the page; then everything else.
    queryClient.setQueryData(sessionQuery.queryKey, null);
    queryClient.removeQueries({
      predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0],
    });
  };
}
