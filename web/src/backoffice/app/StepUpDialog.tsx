import { Button, Group, Modal, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { api, setCsrfToken, setHandlers, unwrap } from "../api/client";
import type { components } from "../api/schema";
import { t } from "../messages/t";
import { waitForSignIn } from "../session/endedSession";
import { getPasskey, hasPasskeys } from "../session/passkeys";
import { sessionQuery } from "../session/useSessionQuery";
import { ErrorNote } from "../ui/ErrorPanel";

type Verification = components["schemas"]["Verification"];

/** What the API client asks of the frame: to sign in again, and to prove who it is. */
export function StepUpDialog() {
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState(false);
  const answer = useRef<(proved: boolean) => void>(() => undefined);
  useEffect(() => {
    setHandlers({
      signInAgain: () => {
        setCsrfToken(null);
        queryClient.setQueryData(sessionQuery.queryKey, null);
        return waitForSignIn();
      },
      proveIdentity: () =>
        new Promise((resolve) => {
          answer.current = resolve;
          setOpened(true);
        }),
    });
  }, [queryClient]);
  const finish = (proved: boolean) => {
    setOpened(false);
    answer.current(proved);
  };
  return (
    <Modal
      opened={opened}
      onClose={() => finish(false)}
      title={t("stepUp.title")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
      // The action that asked may itself be in a drawer.
      zIndex={400}
    >
      <Credentials onVerified={() => finish(true)} />
    </Modal>
  );
}

async function verify(body: Verification): Promise<void> {
  const session = await unwrap(api.POST("/api/admin/v1/session/verify", { body }));
  // Step-up authentication gives the session another cookie and another token.
  setCsrfToken(session.csrfToken);
}

async function verifyWithPasskey(): Promise<void> {
  const { challenge, options } = await unwrap(api.POST("/api/admin/v1/session/verify/passkey", {}));
  await verify({ passkey: { challenge, credential: await getPasskey(options) } });
}

/** Asks for a passkey, a code of the authenticator app, or else the password. */
function Credentials({ onVerified }: { onVerified: () => void }) {
  const { data: session } = useQuery(sessionQuery);
  const verificationMethods = session?.verificationMethods ?? [];
  const mutation = useMutation({
    mutationFn: (prove: () => Promise<void>) => prove(),
    onSuccess: onVerified,
  });
  const kind = verificationMethods.includes("totp") ? "code" : "password";
  return (
    <>
      <p>{t("stepUp.text")}</p>
      {verificationMethods.includes("passkey") && hasPasskeys() ? (
        <Button
          fullWidth
          mt="md"
          onClick={() => mutation.mutate(verifyWithPasskey)}
          loading={mutation.isPending}
        >
          {t("signin.usePasskey")}
        </Button>
      ) : null}
      {verificationMethods.includes("totp") || verificationMethods.includes("password") ? (
        <TypedCredentials
          kind={kind}
          pending={mutation.isPending}
          onSubmit={(text) => mutation.mutate(() => verify({ [kind]: text }))}
        />
      ) : null}
      <ErrorNote error={mutation.error} />
    </>
  );
}

interface TypedProps {
  kind: "code" | "password";
  pending: boolean;
  onSubmit: (text: string) => void;
}

function TypedCredentials({ kind, pending, onSubmit }: TypedProps) {
  const [typed, setTyped] = useState("");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit(kind === "code" ? typed.trim() : typed);
  };
  const field = {
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
    "data-autofocus": true,
    my: "md",
  };
  return (
    <form onSubmit={submit}>
      {kind === "code" ? (
        <TextInput
          label={t("signin.code")}
          autoComplete="one-time-code"
          inputMode="numeric"
          {...field}
        />
      ) : (
        <PasswordInput label={t("signin.password")} autoComplete="current-password" {...field} />
      )}
      <Group justify="flex-end">
        <Button type="submit" variant="filled" loading={pending} disabled={typed === ""}>
          {t("stepUp.confirm")}
        </Button>
      </Group>
    </form>
  );
}
