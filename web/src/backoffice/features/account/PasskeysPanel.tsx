import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError } from "../../api/errors";
import { t } from "../../messages/t";
import { createPasskey, hasPasskeys } from "../../session/passkeys";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { toast, toastError } from "../../ui/toasts";
import { When } from "../../ui/When";
import styles from "./Account.module.css";
import { type Account, useSetAccount } from "./queries";

type Passkey = Account["passkeys"][number];

export function PasskeysPanel({ account }: { account: Account }) {
  const [adding, setAdding] = useState(false);
  return (
    <Panel
      title={t("account.passkeys")}
      actions={
        hasPasskeys() && !adding ? (
          <Button onClick={() => setAdding(true)}>{t("account.passkeyAdd")}</Button>
        ) : null
      }
      flush
    >
      {adding ? <AddPasskey onDone={() => setAdding(false)} /> : null}
      <div className={styles.rows}>
        {account.passkeys.length === 0 ? (
          <p className={`${styles.row} quiet`}>
            {t(hasPasskeys() ? "account.passkeysNone" : "account.passkeysUnavailable")}
          </p>
        ) : null}
        {account.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </div>
    </Panel>
  );
}

function AddPasskey({ onDone }: { onDone: () => void }) {
  const setAccount = useSetAccount();
  const [name, setName] = useState("");
  const mutation = useMutation({
    mutationFn: async () => {
      const { challenge, options } = await unwrap(
        api.POST("/api/admin/v1/account/passkeys/options", {}),
      );
      const passkey = { challenge, credential: await createPasskey(options) };
      const body = { passkey, name: name.trim() };
      return unwrap(api.POST("/api/admin/v1/account/passkeys", { body }));
    },
    onSuccess: (account) => {
      setAccount(account);
      toast(t("account.passkeyAdded"));
      onDone();
    },
  });
  return (
    <NameForm
      label={t("account.passkeyName")}
      help={t("account.passkeyNameHelp")}
      name={name}
      onName={setName}
      button={t("account.passkeyCreate")}
      pending={mutation.isPending}
      error={mutation.error}
      onSubmit={() => mutation.mutate()}
      onClose={onDone}
    />
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const setAccount = useSetAccount();
  const [renaming, setRenaming] = useState(false);
  const remove = useMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE("/api/admin/v1/account/passkeys/{id}", {
          params: { path: { id: passkey.id } },
        }),
      ),
    onSuccess: (account) => {
      setAccount(account);
      toast(t("account.passkeyRemoved"));
    },
    onError: toastError,
  });
  if (renaming) return <RenamePasskey passkey={passkey} onDone={() => setRenaming(false)} />;
  return (
    <div className={styles.row}>
      <div>
        <p className={styles.name}>{passkey.name}</p>
        <p className={styles.detail}>
          {t("account.created")} <When at={passkey.createdAt} as="day" />
          {" · "}
          {passkey.lastUsedAt === null ? (
            t("account.neverUsed")
          ) : (
            <>
              {t("account.lastUsed")} <When at={passkey.lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <Button onClick={() => setRenaming(true)}>{t("account.passkeyRename")}</Button>
        <Button
          onClick={() => remove.mutate()}
          loading={remove.isPending}
          aria-label={t("account.passkeyRemove", { name: passkey.name })}
        >
          {t("account.remove")}
        </Button>
      </div>
    </div>
  );
}

function RenamePasskey({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const setAccount = useSetAccount();
  const [name, setName] = useState(passkey.name);
  const mutation = useMutation({
    mutationFn: () =>
      unwrap(
        api.PATCH("/api/admin/v1/account/passkeys/{id}", {
          params: { path: { id: passkey.id } },
          body: { name: name.trim() },
        }),
      ),
    onSuccess: (account) => {
      setAccount(account);
      onDone();
    },
  });
  return (
    <NameForm
      label={t("account.passkeyName")}
      name={name}
      onName={setName}
      button={t("ui.save")}
      pending={mutation.isPending}
      error={mutation.error}
      onSubmit={() => mutation.mutate()}
      onClose={onDone}
    />
  );
}

interface NameFormProps {
  label: string;
  help?: string;
  name: string;
  onName: (name: string) => void;
  button: string;
  pending: boolean;
  error: unknown;
  onSubmit: () => void;
  onClose: () => void;
}

function NameForm(props: NameFormProps) {
  const { label, help, name, onName, button, pending, error, onSubmit, onClose } = props;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} className={styles.form} style={{ padding: "0 16px 16px" }}>
      <TextInput
        label={label}
        description={help}
        value={name}
        maxLength={80}
        autoFocus
        error={fieldErrors(error)["name"]}
        onChange={({ currentTarget }) => onName(currentTarget.value)}
      />
      {formError(error) === null ? null : <ErrorNote error={error} />}
      <div className={styles.actions} style={{ justifyContent: "flex-start" }}>
        <Button type="submit" variant="filled" loading={pending} disabled={name.trim() === ""}>
          {button}
        </Button>
        <Button onClick={onClose}>{t("ui.close")}</Button>
      </div>
    </form>
  );
}
