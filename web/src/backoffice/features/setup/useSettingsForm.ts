import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrors } from "../../api/errors";
import { conflictOf } from "../../ui/ConflictDialog";
import {
  type Changes,
  differs,
  type Overview,
  saveSettings,
  type Setting,
  settingsQuery,
  type Value,
} from "./queries";

/** The changes of one section until they are saved or discarded. */
export function useSettingsForm(overview: Overview, section: string) {
  const client = useQueryClient();
  const [changes, setChanges] = useState<Changes>({});
  const settings = overview.sections.find((one) => one.section === section)?.settings ?? [];
  const save = useMutation({
    mutationFn: ({ values, version }: { values: Changes; version: string }) =>
      saveSettings(values, version),
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      void client.invalidateQueries({ queryKey: ["settings", "changes"] });
      setChanges({});
    },
  });
  const set = (setting: Setting, change: Value | null | undefined) =>
    setChanges((before) => {
      const rest = Object.fromEntries(
        Object.entries(before).filter(([name]) => name !== setting.name),
      );
      return change !== undefined && differs(setting, change)
        ? { ...rest, [setting.name]: change }
        : rest;
    });
  return {
    settings,
    changes,
    set,
    count: Object.keys(changes).length,
    errors: fieldErrors(save.error),
    error: save.error,
    conflict: conflictOf(save.error),
    isSaving: save.isPending,
    save: () => save.mutate({ values: changes, version: overview.version }),
    discard: () => {
      setChanges({});
      save.reset();
    },
    /** Saves some of the changes on top of what somebody else has saved, and drops the others. */
    saveOnly: (names: ReadonlySet<string>, version: string) => {
      const chosen = Object.fromEntries(
        Object.entries(changes).filter(([name]) => names.has(name)),
      );
      setChanges(chosen);
      if (names.size > 0) save.mutate({ values: chosen, version });
      else void client.invalidateQueries({ queryKey: settingsQuery.queryKey }).then(save.reset);
    },
    reset: save.reset,
  };
}

export type SettingsEditing = ReturnType<typeof useSettingsForm>;
