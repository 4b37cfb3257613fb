import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { conflictOf } from "../../ui/ConflictDialog";
import { toast, undoToast } from "../../ui/toasts";
import { type Extension, extensionsQuery, saveExtension } from "./extensionQueries";
import { type Changes, differs, type Setting, type Value } from "./queries";

interface Saving {
  values: Changes;
  version: string;
}

/** What the shop stored before a change. Null for secrets, which cannot be brought back. */
function previousValues(extension: Extension, values: Changes): Changes | null {
  const changed = extension.settings.filter(({ name }) => name in values);
  if (changed.some(({ kind }) => kind === "secret")) return null;
  return Object.fromEntries(
    changed.map(({ name, source, value }) => [name, source === "shop" ? value : null]),
  );
}

/** The changes of one plug-in's settings until they are saved or discarded. */
export function useExtensionForm(extension: Extension, version: string) {
  const client = useQueryClient();
  const [changes, setChanges] = useState<Changes>({});
  const { name } = extension;
  const save = useMutation({
    mutationFn: ({ values, version: seen }: Saving) => saveExtension(name, values, seen),
    onSuccess: (saved, { values }) => {
      const previous = previousValues(extension, values);
      client.setQueryData(extensionsQuery.queryKey, saved);
      setChanges({});
      if (previous === null) toast(t("extensions.saved"));
      else {
        undoToast({
          text: t("extensions.saved"),
          undo: async () => {
            const restored = await saveExtension(name, previous, saved.version);
            client.setQueryData(extensionsQuery.queryKey, restored);
          },
        });
      }
    },
  });
  return {
    changes,
    set: (setting: Setting, change: Value | null | undefined) =>
      setChanges((before) => {
        const rest = Object.fromEntries(
          Object.entries(before).filter(([key]) => key !== setting.name),
        );
        return change !== undefined && differs(setting, change)
          ? { ...rest, [setting.name]: change }
          : rest;
      }),
    count: Object.keys(changes).length,
    errors: fieldErrors(save.error),
    error: save.error,
    conflict: conflictOf(save.error),
    isSaving: save.isPending,
    save: () => save.mutate({ values: changes, version }),
    discard: () => {
      setChanges({});
      save.reset();
    },
    /** Saves some of the changes on top of what somebody else has saved, and drops the others. */
    saveOnly: (names: ReadonlySet<string>, seen: string) => {
      const chosen = Object.fromEntries(Object.entries(changes).filter(([key]) => names.has(key)));
      setChanges(chosen);
      if (names.size > 0) save.mutate({ values: chosen, version: seen });
      else void client.invalidateQueries(extensionsQuery).then(save.reset);
    },
    reset: save.reset,
  };
}
