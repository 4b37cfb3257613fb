import { Switch, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError } from "../../api/errors";
import { t } from "../../messages/t";
import { useSetPreferences } from "../../session/preferences";
import { useSession } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { SaveBar } from "../../ui/SaveBar";
import { ThemeChoice } from "../../ui/ThemeChoice";
import { toastError } from "../../ui/toasts";
import styles from "./Account.module.css";
import { type Account, useSetAccount } from "./queries";

/** The name can be changed; email and role are an owner's matter. */
export function ProfilePanel({ account }: { account: Account }) {
  const setAccount = useSetAccount();
  const [name, setName] = useState(account.name);
  const mutation = useMutation({
    mutationFn: () => unwrap(api.PATCH("/api/admin/v1/account", { body: { name: name.trim() } })),
    onSuccess: (changed) => {
      setAccount(changed);
      setName(changed.name);
    },
  });
  const isChanged = name.trim() !== account.name;
  return (
    <Panel title={t("account.profile")}>
      <div className={styles.form}>
        <TextInput
          label={t("account.name")}
          autoComplete="name"
          maxLength={80}
          value={name}
          error={fieldErrors(mutation.error)["name"]}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput label={t("account.email")} value={account.email} readOnly />
        <TextInput
          label={t("account.role")}
          value={account.role}
          description={t("account.fixed")}
          readOnly
        />
        {formError(mutation.error) === null ? null : <ErrorNote error={mutation.error} isWrite />}
      </div>
      <SaveBar
        changes={isChanged ? 1 : 0}
        saving={mutation.isPending}
        onSave={() => mutation.mutate()}
        onDiscard={() => setName(account.name)}
      />
    </Panel>
  );
}

/** Taken over at once: nothing here needs to be reviewed. */
export function PreferencesPanel() {
  const { shortcuts } = useSession();
  const setPreferences = useSetPreferences();
  return (
    <Panel title={t("account.preferences")}>
      <div className={styles.form}>
        <div>
          <p className="strong">{t("frame.theme")}</p>
          <ThemeChoice />
        </div>
        <Switch
          label={t("account.shortcuts")}
          description={t("account.shortcutsHelp")}
          checked={shortcuts}
          onChange={({ currentTarget }) =>
            void setPreferences({ shortcuts: currentTarget.checked }).catch(toastError)
          }
        />
      </div>
    </Panel>
  );
}
