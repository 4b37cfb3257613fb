import { useMantineColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { type Session, SessionContext } from "../session/session";
import { sessionQuery } from "../session/useSessionQuery";
import { ErrorPanel } from "../ui/ErrorPanel";
import { setSingleKeysEnabled } from "../ui/keys";
import { Page } from "../ui/Page";
import { SkeletonPage } from "../ui/Skeletons";
import { Frame } from "./Frame";

/** Shows the frame to a signed-in operator; everybody else goes to the sign-in page and back. */
export function Guard() {
  const { data: session, error, refetch } = useQuery(sessionQuery);
  const { pathname, search } = useLocation();
  usePreferences(session ?? null);
  if (session === null) {
    const next = pathname + search;
    const query = next === "/" ? "" : `?next=${encodeURIComponent(next)}`;
    return <Navigate to={`/sign-in${query}`} replace />;
  }
  if (session === undefined) {
    return (
      <Page>
        {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <SkeletonPage />}
      </Page>
    );
  }
  return (
    <SessionContext value={session}>
      <Frame />
    </SessionContext>
  );
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
