import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { conflictOf } from "../../ui/ConflictDialog";
import { toast } from "../../ui/toasts";
import { type Extension, extensionsQuery, saveExtension } from "./extensionQueries";
import { type Changes, differs, type Setting, type Value } from "./queries";

interface Saving {
  values: Changes;
  version: string;
}

/** The changes of one plug-in's settings until they are saved or discarded. */
export function useExtensionForm(extension: Extension, version: string) {
  const client = useQueryClient();
  const [changes, setChanges] = useState<Changes>({});
  const { name } = extension;
  const save = useMutation({
    mutationFn: ({ values, version: seen }: Saving) => saveExtension(name, values, seen),
    onSuccess: (saved) => {
      client.setQueryData(extensionsQuery.queryKey, saved);
      void client.invalidateQueries({ queryKey: ["settings", "changes"] });
      setChanges({});
      toast(t("extensions.saved"));
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
