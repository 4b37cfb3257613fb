import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError, hasCode } from "../../api/errors";
import { t } from "../../messages/t";
import { getPasskey, hasPasskeys } from "../../session/passkeys";
import { sessionQuery, useReloadSession } from "../../session/useSessionQuery";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Card } from "./Card";
import styles from "./Card.module.css";

/** Where to go after signing in: only a path of the back office. */
export function nextPath(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : "/";
}

export default function SignInPage() {
  const [search] = useSearchParams();
  const { data: session } = useQuery(sessionQuery);
  const [challenge, setChallenge] = useState<string | null>(null);
  if (session) return <Navigate to={nextPath(search.get("next"))} replace />;
  return challenge === null ? (
    <FirstStep onChallenge={setChallenge} />
  ) : (
    <SecondStep challenge={challenge} onBack={() => setChallenge(null)} />
  );
}

/** Email and password, or a passkey. */
function FirstStep({ onChallenge }: { onChallenge: (challenge: string) => void }) {
  const { data: options } = useQuery({
    queryKey: ["sign-in"],
    queryFn: () => unwrap(api.GET("/api/admin/v1/sign-in")),
    staleTime: Infinity,
  });
  const form = useForm({ initialValues: { email: "", password: "" } });
  const password = useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      unwrap(api.POST("/api/admin/v1/sign-in/password", { body })),
    onSuccess: (step) => onChallenge(step.challenge),
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Card title={t("signin.title")}>
      <form className={styles.form} onSubmit={form.onSubmit((values) => password.mutate(values))}>
        <TextInput
          label={t("signin.email")}
          type="email"
          autoComplete="username webauthn"
          required
          withAsterisk={false}
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label={t("signin.password")}
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.getInputProps("password")}
        />
        {formError(password.error) === null ? null : <ErrorNote error={password.error} />}
        <Button type="submit" variant="filled" loading={password.isPending} h={40}>
          {t("signin.continue")}
        </Button>
      </form>
      {options?.passkeys && hasPasskeys() ? <WithPasskey /> : null}
      <p className={styles.foot}>{t("signin.lost")}</p>
    </Card>
  );
}

function WithPasskey() {
  const reload = useReloadSession();
  const mutation = useMutation({
    mutationFn: async () => {
      const { challenge, options } = await unwrap(
        api.POST("/api/admin/v1/sign-in/passkey/options", {}),
      );
      const credential = await getPasskey(options);
      await unwrap(api.POST("/api/admin/v1/sign-in/passkey", { body: { challenge, credential } }));
      await reload();
    },
  });
  return (
    <div className={styles.form} style={{ marginTop: "var(--s4)" }}>
      <p className={styles.or}>{t("signin.or")}</p>
      <Button h={40} onClick={() => mutation.mutate()} loading={mutation.isPending}>
        {t("signin.usePasskey")}
      </Button>
      <ErrorNote error={mutation.error} />
    </div>
  );
}

/** A code of the authenticator app, or a recovery code. */
function SecondStep({ challenge, onBack }: { challenge: string; onBack: () => void }) {
  const [code, setCode] = useState("");
  const reload = useReloadSession();
  const mutation = useMutation({
    mutationFn: async () => {
      await unwrap(
        api.POST("/api/admin/v1/sign-in/code", { body: { challenge, code: code.trim() } }),
      );
      await reload();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    mutation.mutate();
  };
  return (
    <Card title={t("signin.codeTitle")} text={t("signin.codeHelp")}>
      <form className={styles.form} onSubmit={submit}>
        <TextInput
          label={t("signin.code")}
          autoComplete="one-time-code"
          autoFocus
          required
          withAsterisk={false}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <ErrorNote error={mutation.error} />
        {hasCode(mutation.error, "challenge_expired") ? null : (
          <Button type="submit" variant="filled" loading={mutation.isPending} h={40}>
            {t("signin.signIn")}
          </Button>
        )}
        <Button variant="subtle" onClick={onBack}>
          {t("signin.back")}
        </Button>
      </form>
    </Card>
  );
}
