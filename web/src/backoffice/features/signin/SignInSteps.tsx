import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError, hasCode } from "../../api/errors";
import { t } from "../../messages/t";
import { getPasskey, hasPasskeys } from "../../session/passkeys";
import { useReloadSession } from "../../session/useSessionQuery";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Card } from "../../ui/Card";
import styles from "../../ui/Card.module.css";

interface Props {
  title: string;
  text?: string;
  /** Who signed in last. */
  email?: string;
  inDialog?: boolean;
}

interface FirstProps extends Props {
  onChallenge: (challenge: string) => void;
}

/** Signs in: with a passkey, or a password and then a code. */
export function SignInSteps(props: Props) {
  const [challenge, setChallenge] = useState<string | null>(null);
  return challenge === null ? (
    <FirstStep {...props} onChallenge={setChallenge} />
  ) : (
    <SecondStep
      challenge={challenge}
      inDialog={props.inDialog ?? false}
      onBack={() => setChallenge(null)}
    />
  );
}

/** Email and password, or a passkey. */
function FirstStep({ email = "", onChallenge, ...card }: FirstProps) {
  const { data: options } = useQuery({
    queryKey: ["sign-in"],
    queryFn: () => unwrap(api.GET("/api/admin/v1/sign-in")),
    staleTime: Infinity,
  });
  const form = useForm({ initialValues: { email, password: "" } });
  const password = useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      unwrap(api.POST("/api/admin/v1/sign-in/password", { body })),
    onSuccess: (step) => onChallenge(step.challenge),
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Card {...card}>
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

interface SecondProps {
  challenge: string;
  inDialog: boolean;
  onBack: () => void;
}

/** A code of the authenticator app, or a recovery code. */
function SecondStep({ challenge, inDialog, onBack }: SecondProps) {
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
    <Card inDialog={inDialog} title={t("signin.codeTitle")} text={t("signin.codeHelp")}>
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
