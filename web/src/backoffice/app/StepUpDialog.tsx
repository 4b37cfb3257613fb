import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { setCsrfToken, setHandlers } from "../api/client";
import { sessionQuery } from "../session/useSessionQuery";

/** What the API client asks of the frame: to sign in again, and to prove who it is. */
export function StepUpDialog() {
  const queryClient = useQueryClient();
  useEffect(() => {
    setHandlers({
      onSignedOut: () => {
        setCsrfToken(null);
        queryClient.setQueryData(sessionQuery.queryKey, null);
      },
      proveIdentity: () => Promise.resolve(false),
    });
  }, [queryClient]);
  return null;
}
