import { Button, PasswordInput, SegmentedControl, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError } from "../../api/errors";
import type { components } from "../../api/schema";
import { t } from "../../messages/t";
import { createPasskey, hasPasskeys } from "../../session/passkeys";
import { useReloadSession } from "../../session/useSessionQuery";
import { CopyText } from "../../ui/CopyText";
import { ErrorNote, ErrorPanel } from "../../ui/ErrorPanel";
import { QrCode } from "../../ui/QrCode";
import { RecoveryCodes } from "../../ui/RecoveryCodes";
import { SkeletonText } from "../../ui/Skeletons";
import { Card } from "../../ui/Card";
import styles from "../../ui/Card.module.css";

type Details = components["schemas"]["LinkDetails"];

/** From a page that leads here. */
export interface InvitationState {
  /** The page after the invitation. */
  next: string;
}

/** The token is in the fragment, which browsers send to no server and put into no log. */
function readToken(): string {
  return window.location.hash.slice(1);
}

/** Accepts an invitation or a reset: with a passkey, or with a password and an authenticator app. */
export default function InvitationPage() {
  const [token] = useState(readToken);
  const { data, error, refetch } = useQuery({
    queryKey: ["link", token],
    queryFn: () => unwrap(api.POST("/api/admin/v1/links/open", { body: { token } })),
    // Every opening makes another secret; the one on the screen must stay.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const reload = useReloadSession();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: InvitationState | null };
  const finish = async () => {
    await reload();
    await navigate(state?.next ?? "/", { replace: true });
  };
  if (codes !== null) {
    return (
      <Card title={t("recovery.title")} wide>
        <RecoveryCodes codes={codes} onDone={() => void finish()} />
      </Card>
    );
  }
  if (error) {
    return (
      <Card title={t("invitation.invalid")}>
        <ErrorPanel error={error} onRetry={() => void refetch()} plain />
        <p className={styles.foot}>
          <Link className="link" to="/sign-in">
            {t("invitation.toSignIn")}
          </Link>
        </p>
      </Card>
    );
  }
  if (!data) {
    return (
      <Card title={t("invitation.title")} wide>
        <SkeletonText lines={8} />
      </Card>
    );
  }
  const onAccepted = (recoveryCodes: readonly string[]) =>
    recoveryCodes.length > 0 ? setCodes(recoveryCodes) : void finish();
  return <Accept token={token} details={data} onAccepted={onAccepted} />;
}

interface AcceptProps {
  token: string;
  details: Details;
  onAccepted: (recoveryCodes: readonly string[]) => void;
}

function Accept({ token, details, onAccepted }: AcceptProps) {
  const offersPasskey = details.passkey !== null && hasPasskeys();
  const [how, setHow] = useState(offersPasskey ? "passkey" : "password");
  const [name, setName] = useState(details.name);
  const title = details.purpose === "reset" ? "invitation.resetTitle" : "invitation.title";
  return (
    <Card
      title={t(title)}
      text={t("invitation.for", { email: details.email, role: details.role })}
      wide
    >
      <div className={styles.form}>
        <TextInput
          label={t("invitation.name")}
          description={t("invitation.nameHelp")}
          autoComplete="name"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {offersPasskey ? (
          <SegmentedControl
            fullWidth
            aria-label={t("invitation.how")}
            value={how}
            onChange={setHow}
            data={[
              { value: "passkey", label: t("invitation.passkey") },
              { value: "password", label: t("invitation.password") },
            ]}
          />
        ) : null}
        {how === "passkey" ? (
          <PasskeyForm token={token} details={details} name={name} onAccepted={onAccepted} />
        ) : (
          <PasswordForm token={token} details={details} name={name} onAccepted={onAccepted} />
        )}
      </div>
    </Card>
  );
}

type FormProps = AcceptProps & { name: string };

function PasskeyForm({ token, details, name, onAccepted }: FormProps) {
  const mutation = useMutation({
    mutationFn: async () => {
      if (!details.passkey) throw new Error("The link offers no passkey.");
      const { challenge, options } = details.passkey;
      const credential = await createPasskey(options);
      const body = {
        token,
        name: name.trim(),
        passkey: { challenge, credential },
        passkeyName: t("invitation.passkeyName"),
      };
      return unwrap(api.POST("/api/admin/v1/links/passkey", { body }));
    },
    onSuccess: ({ recoveryCodes }) => onAccepted(recoveryCodes),
  });
  return (
    <>
      <p className="quiet">{t("invitation.passkeyText")}</p>
      <ErrorNote error={mutation.error} />
      <Button
        variant="filled"
        h={40}
        loading={mutation.isPending}
        disabled={name.trim() === ""}
        onClick={() => mutation.mutate()}
      >
        {t("invitation.createPasskey")}
      </Button>
    </>
  );
}

function PasswordForm({ token, details, name, onAccepted }: FormProps) {
  const { totp, email } = details;
  const form = useForm({ initialValues: { password: "", code: "" } });
  const mutation = useMutation({
    mutationFn: ({ password, code }: { password: string; code: string }) =>
      unwrap(
        api.POST("/api/admin/v1/links/password", {
          body: {
            token,
            name: name.trim(),
            password,
            challenge: totp.challenge,
            code: code.replaceAll(" ", ""),
          },
        }),
      ),
    onSuccess: ({ recoveryCodes }) => onAccepted(recoveryCodes),
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    form.onSubmit((values) => mutation.mutate(values))(event);
  return (
    <form className={styles.form} onSubmit={submit}>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordInput
        label={t("invitation.newPassword")}
        description={t("invitation.passwordHelp")}
        autoComplete="new-password"
        required
        withAsterisk={false}
        {...form.getInputProps("password")}
      />
      <p>{t("invitation.scan")}</p>
      <QrCode text={totp.uri} label={t("invitation.qr")} className={styles.qr} />
      <p className="small quiet">
        {t("invitation.secret")} <CopyText text={totp.secret} code />
      </p>
      <TextInput
        label={t("signin.code")}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        withAsterisk={false}
        {...form.getInputProps("code")}
      />
      {formError(mutation.error) === null ? null : <ErrorNote error={mutation.error} />}
      <Button
        type="submit"
        variant="filled"
        h={40}
        loading={mutation.isPending}
        disabled={name.trim() === ""}
      >
        {t("invitation.finish")}
      </Button>
    </form>
  );
}
