import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError } from "../../api/errors";
import { t } from "../../messages/t";
import { ActionPanel } from "../../ui/ActionPanel";
import { CopyText } from "../../ui/CopyText";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { QrCode } from "../../ui/QrCode";
import { RecoveryCodes } from "../../ui/RecoveryCodes";
import { toast, toastError } from "../../ui/toasts";
import styles from "./Account.module.css";
import { type Account, useSetAccount } from "./queries";

type Opened = "password" | "totp" | "codes" | null;

/** Password, authenticator app and recovery codes. */
export function SignInPanel({ account }: { account: Account }) {
  const [opened, setOpened] = useState<Opened>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const showCodes = (created: readonly string[]) => {
    setCodes(created);
    setOpened(created.length > 0 ? "codes" : null);
  };
  const close = () => setOpened(null);
  return (
    <>
      <Panel title={t("account.signin")} flush>
        <div className={styles.rows}>
          <PasswordRow account={account} onChange={() => setOpened("password")} />
          <TotpRow account={account} onSetUp={() => setOpened("totp")} />
          {account.hasTotp ? <RecoveryRow account={account} onCodes={showCodes} /> : null}
        </div>
      </Panel>
      {opened === "password" ? <PasswordForm onClose={close} /> : null}
      {opened === "totp" ? <TotpForm onClose={close} onCodes={showCodes} /> : null}
      <ActionPanel
        title={t("account.recovery")}
        opened={opened === "codes"}
        onClose={close}
        footer={null}
      >
        <RecoveryCodes codes={codes} onDone={close} />
      </ActionPanel>
    </>
  );
}

function Row({ name, state, actions }: { name: string; state: ReactNode; actions: ReactNode }) {
  return (
    <div className={styles.row}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.detail}>{state}</p>
      </div>
      <div className={styles.actions}>{actions}</div>
    </div>
  );
}

function stateOf(isSet: boolean): string {
  return t(isSet ? "account.passwordSet" : "account.passwordMissing");
}

function PasswordRow({ account, onChange }: { account: Account; onChange: () => void }) {
  const setAccount = useSetAccount();
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/admin/v1/account/password")),
    onSuccess: setAccount,
    onError: toastError,
  });
  const canRemove = account.hasPassword && account.passkeys.length > 0;
  return (
    <Row
      name={t("account.password")}
      state={stateOf(account.hasPassword)}
      actions={
        <>
          {canRemove ? (
            <Button
              onClick={() => remove.mutate()}
              loading={remove.isPending}
              aria-label={t("account.removePassword")}
            >
              {t("account.remove")}
            </Button>
          ) : null}
          <Button onClick={onChange}>
            {t(account.hasPassword ? "account.change" : "account.setUp")}
          </Button>
        </>
      }
    />
  );
}

function TotpRow({ account, onSetUp }: { account: Account; onSetUp: () => void }) {
  const setAccount = useSetAccount();
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/admin/v1/account/totp")),
    onSuccess: setAccount,
    onError: toastError,
  });
  return (
    <Row
      name={t("account.totp")}
      state={stateOf(account.hasTotp)}
      actions={
        <>
          {account.hasTotp && !account.hasPassword ? (
            <Button
              onClick={() => remove.mutate()}
              loading={remove.isPending}
              aria-label={t("account.removeTotp")}
            >
              {t("account.remove")}
            </Button>
          ) : null}
          <Button onClick={onSetUp}>
            {t(account.hasTotp ? "account.change" : "account.setUp")}
          </Button>
        </>
      }
    />
  );
}

function RecoveryRow({
  account,
  onCodes,
}: {
  account: Account;
  onCodes: (codes: readonly string[]) => void;
}) {
  const create = useMutation({
    mutationFn: () => unwrap(api.POST("/api/admin/v1/account/recovery-codes", {})),
    onSuccess: ({ codes }) => onCodes(codes),
    onError: toastError,
  });
  const left = t("account.recoveryLeft", { count: account.recoveryCodesLeft });
  return (
    <Row
      name={t("account.recovery")}
      state={`${left} · ${t("account.recoveryNote")}`}
      actions={
        <Button onClick={() => create.mutate()} loading={create.isPending}>
          {t("account.recoveryNew")}
        </Button>
      }
    />
  );
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const setAccount = useSetAccount();
  const [password, setPassword] = useState("");
  const mutation = useMutation({
    mutationFn: () => unwrap(api.PUT("/api/admin/v1/account/password", { body: { password } })),
    onSuccess: (account) => {
      setAccount(account);
      toast(t("account.passwordChanged"));
      onClose();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    mutation.mutate();
  };
  return (
    <ActionPanel
      title={t("account.password")}
      opened
      onClose={onClose}
      footer={
        <>
          <Button
            variant="filled"
            type="submit"
            form="own-password"
            loading={mutation.isPending}
            disabled={password === ""}
          >
            {t("account.savePassword")}
          </Button>
          <p>{t("account.passwordNote")}</p>
        </>
      }
    >
      <form id="own-password" onSubmit={submit} className={styles.form}>
        <PasswordInput
          label={t("account.newPassword")}
          description={t("invitation.passwordHelp")}
          autoComplete="new-password"
          value={password}
          error={fieldErrors(mutation.error)["password"]}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      </form>
      {formError(mutation.error) === null ? null : <ErrorNote error={mutation.error} isWrite />}
    </ActionPanel>
  );
}

interface TotpProps {
  onClose: () => void;
  onCodes: (codes: readonly string[]) => void;
}

function TotpForm({ onClose, onCodes }: TotpProps) {
  const setAccount = useSetAccount();
  const [code, setCode] = useState("");
  const setup = useMutation({
    mutationFn: () => unwrap(api.POST("/api/admin/v1/account/totp/setup", {})),
  });
  const confirm = useMutation({
    mutationFn: (challenge: string) =>
      unwrap(api.PUT("/api/admin/v1/account/totp", { body: { challenge, code: code.trim() } })),
    onSuccess: ({ account, recoveryCodes }) => {
      setAccount(account);
      toast(t("account.totpChanged"));
      onCodes(recoveryCodes);
    },
  });
  const { data } = setup;
  return (
    <ActionPanel
      title={t("account.totp")}
      opened
      onClose={onClose}
      footer={
        data ? (
          <Button
            variant="filled"
            loading={confirm.isPending}
            disabled={code.trim() === ""}
            onClick={() => confirm.mutate(data.challenge)}
          >
            {t("account.totpConfirm")}
          </Button>
        ) : (
          <Button variant="filled" loading={setup.isPending} onClick={() => setup.mutate()}>
            {t("account.setUp")}
          </Button>
        )
      }
    >
      <p>{t("account.totpText")}</p>
      {data ? <NewApp uri={data.uri} secret={data.secret} code={code} onCode={setCode} /> : null}
      <ErrorNote error={confirm.error ?? setup.error} isWrite />
    </ActionPanel>
  );
}

function NewApp({
  uri,
  secret,
  code,
  onCode,
}: {
  uri: string;
  secret: string;
  code: string;
  onCode: (code: string) => void;
}) {
  return (
    <div className={styles.form}>
      <QrCode text={uri} label={t("invitation.qr")} className={styles.qr} />
      <p className="small quiet">
        {t("invitation.secret")} <CopyText text={secret} code />
      </p>
      <TextInput
        label={t("signin.code")}
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onChange={({ currentTarget }) => onCode(currentTarget.value)}
      />
    </div>
  );
}
