import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ConflictDialog } from "../../ui/ConflictDialog";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { EditorPresence } from "../../ui/Presence";
import { SaveBar } from "../../ui/SaveBar";
import type { Extension, ExtensionOverview } from "./extensionQueries";
import type { Value } from "./queries";
import { SettingField } from "./SettingField";
import { useExtensionForm } from "./useExtensionForm";

interface Props {
  extension: Extension;
  overview: ExtensionOverview;
}

/** The settings that a plug-in declares, drawn from their types, limits and meanings. */
export function ExtensionSettings({ extension, overview }: Props) {
  const form = useExtensionForm(extension, overview.version);
  const canEdit = useOperator().can("settings.edit");
  const otherErrors = form.error && !form.conflict && Object.keys(form.errors).length === 0;
  return (
    <Panel
      title={t("extensions.settings", { name: extension.distribution || extension.name })}
      actions={
        <EditorPresence
          kind="settings"
          recordKey={`extension ${extension.name}`}
          changes={form.count}
        />
      }
    >
      {form.errors["settings"] ? <p className="bad">{form.errors["settings"]}</p> : null}
      {otherErrors ? <ErrorNote error={form.error} isWrite /> : null}
      {extension.settings.map((setting) => (
        <SettingField
          key={setting.name}
          setting={canEdit ? setting : { ...setting, isEditable: false }}
          change={form.changes[setting.name]}
          onChange={(change) => form.set(setting, change)}
          error={form.errors[setting.name]}
        />
      ))}
      <SaveBar
        changes={form.count}
        saving={form.isSaving}
        onSave={form.save}
        onDiscard={form.discard}
      />
      <Conflict extension={extension} form={form} />
    </Panel>
  );
}

const textOf = (value: Value | null | undefined) => (value ?? "").toString();

interface ConflictProps {
  extension: Extension;
  form: ReturnType<typeof useExtensionForm>;
}

function Conflict({ extension, form }: ConflictProps) {
  const current = form.conflict?.current as ExtensionOverview | undefined;
  if (!current) return null;
  const theirs = current.extensions.find(({ name }) => name === extension.name)?.settings ?? [];
  return (
    <ConflictDialog
      opened
      onClose={form.reset}
      fields={extension.settings
        .filter(({ name }) => name in form.changes)
        .map(({ name, label, kind }) => ({
          name,
          label,
          theirs:
            kind === "secret"
              ? t("setup.secretSet")
              : textOf(theirs.find((one) => one.name === name)?.value),
          mine: kind === "secret" ? t("setup.secretNew") : textOf(form.changes[name]),
        }))}
      onResolve={(mine) => form.saveOnly(mine, current.version)}
    />
  );
}
