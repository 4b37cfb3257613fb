import { type QueryClient, queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, unwrap } from "@/api/client";
import { errorMessage } from "@/api/errors";
import type { SignedIn } from "@/api/types";
import { t } from "@/messages/t";
import { showToast, showErrorToast } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import {
  openGooglePopup,
  ClientIdMissing,
  GOOGLE_BUTTON,
  GOOGLE_FLOW,
  GoogleFailure,
  type GoogleReady,
  prepareGoogle,
} from "./google";
import styles from "./GoogleButton.module.css";
import { signInWithGoogle } from "./requests";
import signInStyles from "./SignIn.module.css";

/** Loaded once per visit. */
const clientIdQuery = queryOptions({
  queryKey: ["shop", "googleClientId"],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET("/api/credentials/googleAuth", { signal }))).clientId,
  retry: false,
  staleTime: Infinity,
  gcTime: Infinity,
});

function libraryQuery(clientId: string | null) {
  return queryOptions({
    queryKey: ["shop", "googleLibrary", clientId],
    queryFn: () => prepareGoogle(clientId),
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/** Starts loading Google sign-in while the screen loads. */
export async function preloadGoogle(queryClient: QueryClient): Promise<void> {
  await queryClient.query(libraryQuery(await queryClient.query(clientIdQuery)));
}

interface Props {
  onSignedIn: (signedIn: SignedIn) => void;
  flow?: typeof GOOGLE_FLOW;
}

/** Sign-in with Google; hidden if the shop has no client id. */
export function GoogleButton({ onSignedIn, flow = GOOGLE_FLOW }: Props) {
  const { data: clientId, error } = useQuery(clientIdQuery);
  useEffect(() => {
    if (error) console.error("Error fetching Google Client ID:", error);
  }, [error]);
  if (clientId === undefined) return null;
  return <WithClientId clientId={clientId} flow={flow} onSignedIn={onSignedIn} />;
}

/** Loads the script before the button works: browsers allow the popup only during the click. */
function WithClientId({
  clientId,
  flow,
  onSignedIn,
}: Required<Props> & { clientId: string | null }) {
  const { data: ready, error, isFetching, refetch } = useQuery(libraryQuery(clientId));
  useEffect(() => {
    if (error instanceof ClientIdMissing) {
      console.error("Failed to retrieve Google Client ID.", error);
    } else if (error) console.error(error.message);
  }, [error]);
  const signIn = useMutation({
    mutationFn: async (loaded: GoogleReady) =>
      signInWithGoogle(await openGooglePopup(loaded, flow)),
    onSuccess: onSignedIn,
    onError: showGoogleFailure,
  });
  if (!clientId) return null;
  return (
    <>
      <p className={signInStyles["or"]}>{t("signin.or")}</p>
      <Button
        variant="secondary"
        fullWidth
        className={styles["button"]}
        data-theme={GOOGLE_BUTTON.theme}
        data-size={GOOGLE_BUTTON.size}
        busy={isFetching || signIn.isPending}
        onClick={() => (ready ? signIn.mutate(ready) : void refetch())}
      >
        {t("signin.google")}
      </Button>
      {error && (
        <p className={styles["note"]} role="alert">
          {t("google.notLoaded")}
        </p>
      )}
    </>
  );
}

/** Closing the popup is no error; a blocked popup has its own message. */
function showGoogleFailure(failure: Error): void {
  if (!(failure instanceof GoogleFailure)) showErrorToast(errorMessage(failure));
  else if (failure.reason === "closed") showToast(t("google.closed"));
  else {
    console.error(failure.message);
    showErrorToast(t(failure.reason === "blocked" ? "google.blocked" : "google.failed"));
  }
}
