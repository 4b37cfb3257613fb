import { type QueryClient, queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, ask } from "@/api/client";
import { sentenceOf } from "@/api/errors";
import type { SignedIn } from "@/api/types";
import "@/messages/later/google";
import { t } from "@/messages/t";
import { tell, tellFailure } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import {
  askGoogle,
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

/** Asked for once, wherever sign-in is shown. */
const clientIdQuery = queryOptions({
  queryKey: ["shop", "googleClientId"],
  queryFn: async ({ signal }) =>
    (await ask(api.GET("/api/credentials/googleAuth", { signal }))).clientId,
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

/** Starts to make Google sign-in ready while the screen is on its way. */
export async function warmGoogle(queryClient: QueryClient): Promise<void> {
  await queryClient.query(libraryQuery(await queryClient.query(clientIdQuery)));
}

interface Props {
  onSignedIn: (signedIn: SignedIn) => void;
  flow?: typeof GOOGLE_FLOW;
}

/** Signing in with Google, where the shop has a client id. */
export function GoogleButton({ onSignedIn, flow = GOOGLE_FLOW }: Props) {
  const { data: clientId, error } = useQuery(clientIdQuery);
  useEffect(() => {
    if (error) console.error("Error fetching Google Client ID:", error);
  }, [error]);
  if (clientId === undefined) return null;
  return <WithClientId clientId={clientId} flow={flow} onSignedIn={onSignedIn} />;
}

/** The popup has to open at the click itself, so the script is there before the button works. */
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
    mutationFn: async (loaded: GoogleReady) => signInWithGoogle(await askGoogle(loaded, flow)),
    onSuccess: onSignedIn,
    onError: sayWhy,
  });
  if (!clientId) return null;
  return (
    <>
      <p className={signInStyles["or"]}>{t("signin.or")}</p>
      <Button
        look="plain"
        wide
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

/** Closing the popup is no failure; a blocked one can be helped. */
function sayWhy(failure: Error): void {
  if (!(failure instanceof GoogleFailure)) tellFailure(sentenceOf(failure));
  else if (failure.reason === "closed") tell(t("google.closed"));
  else {
    console.error(failure.message);
    tellFailure(t(failure.reason === "blocked" ? "google.blocked" : "google.failed"));
  }
}
