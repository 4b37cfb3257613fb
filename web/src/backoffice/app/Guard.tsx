import { useMantineColorScheme } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Navigate, useLocation } from "react-router";
import { rememberedSession, rememberSession, resumeSession } from "../session/endedSession";
import { type Session, SessionContext } from "../session/session";
import { sessionQuery } from "../session/useSessionQuery";
import { ErrorPanel } from "../ui/ErrorPanel";
import { setSingleKeysEnabled } from "../ui/keys";
import { Page } from "../ui/Page";
import { SkeletonPage } from "../ui/Skeletons";
import { Frame } from "./Frame";

const SignInAgain = lazy(() => import("../features/signin/SignInAgain"));

/**
 * Shows the frame to a signed-in operator; everybody else goes to the sign-in page and back. If the session ends
 * while somebody works, the page stays below the sign-in.
 */
export function Guard() {
  const { data: session, error, refetch } = useQuery(sessionQuery);
  const { pathname, search } = useLocation();
  usePreferences(session ?? null);
  useResume(session ?? null);
  const ended = session === null ? rememberedSession() : null;
  const shown = session ?? ended;
  if (shown) {
    return (
      <SessionContext value={shown}>
        <Frame />
        <Suspense>{ended ? <SignInAgain email={ended.operator.email} /> : null}</Suspense>
      </SessionContext>
    );
  }
  if (session === null) {
    const next = pathname + search;
    const query = next === "/" ? "" : `?next=${encodeURIComponent(next)}`;
    return <Navigate to={`/sign-in${query}`} replace />;
  }
  return (
    <Page>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <SkeletonPage />}
    </Page>
  );
}

/** Goes on with the page of a session that has ended, unless somebody else signs in. */
function useResume(session: Session | null): void {
  const queryClient = useQueryClient();
  const reopened = useRef(false);
  useEffect(() => {
    const before = rememberedSession();
    if (session === null) {
      reopened.current = before !== null;
      return;
    }
    if (before !== null && before.operator.id !== session.operator.id) {
      window.location.reload();
      return;
    }
    rememberSession(session);
    if (!reopened.current) return;
    reopened.current = false;
    resumeSession();
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0],
    });
  }, [session, queryClient]);
}

/** The operator's theme and keys follow them to every browser. */
function usePreferences(session: Session | null): void {
  const { setColorScheme } = useMantineColorScheme();
  const theme = session?.theme;
  const shortcuts = session?.shortcuts;
  useEffect(() => {
    if (theme !== undefined) setColorScheme(theme);
  }, [theme, setColorScheme]);
  useEffect(() => {
    if (shortcuts !== undefined) setSingleKeysEnabled(shortcuts);
  }, [shortcuts]);
}
