import { t } from "../../messages/t";
import { ConflictDialog } from "../../ui/ConflictDialog";
import type { Overview, Setting, Value } from "./queries";
import type { SettingsEditing } from "./useSettingsForm";

const textOf = (value: Value | null | undefined) => (value ?? "").toString();

/** The choices after somebody else has saved the same settings. */
export function SettingsConflict({ form }: { form: SettingsEditing }) {
  const current = form.conflict?.current as Overview | undefined;
  if (!current || !form.conflict) return null;
  const theirs: Record<string, Setting> = Object.fromEntries(
    current.sections.flatMap(({ settings }) => settings).map((one) => [one.name, one]),
  );
  const version = current.version;
  return (
    <ConflictDialog
      opened
      onClose={form.reset}
      fields={form.settings
        .filter(({ name }) => name in form.changes)
        .map(({ name, label, kind }) => ({
          name,
          label,
          theirs: kind === "secret" ? t("setup.secretSet") : textOf(theirs[name]?.value),
          mine: kind === "secret" ? t("setup.secretNew") : textOf(form.changes[name]),
        }))}
      onResolve={(mine) => form.saveOnly(mine, version)}
    />
  );
}
