import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Versioned } from "../../api/client";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { type ConflictField, conflictOf } from "../../ui/ConflictDialog";
import { toast } from "../../ui/toasts";
import type { Area } from "./queries";

/** Splits a form into parts that are compared and chosen one by one, and puts them together again. */
export interface Parts<Form> {
  split: (form: Form) => Record<string, unknown>;
  join: (parts: Record<string, unknown>, form: Form) => Form;
  label: (key: string) => string;
}

interface Options<Form> {
  area: Area;
  loaded: Versioned<Form>;
  parts: Parts<Form>;
  put: (form: Form, etag: string) => Promise<Versioned<Form>>;
}

/** A value as one line, for the choice in a conflict. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  return JSON.stringify(value)
    .replace(/["{}[\]]/g, "")
    .replaceAll(",", ", ");
}

function changedKeys<Form>(parts: Parts<Form>, one: Form, other: Form): string[] {
  const [mine, theirs] = [parts.split(one), parts.split(other)];
  return [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].filter(
    (key) => JSON.stringify(mine[key]) !== JSON.stringify(theirs[key]),
  );
}

/** A form of settings that is saved as a whole, with one save bar and choices in a conflict. */
export function useSettings<Form>({ area, loaded, parts, put }: Options<Form>) {
  const client = useQueryClient();
  const [base, setBase] = useState(loaded);
  const [form, setForm] = useState(loaded.output);
  const changes = changedKeys(parts, form, base.output);
  // A change by somebody else, or an undone one, is shown at once where nothing was edited.
  if (loaded.etag !== base.etag && changes.length === 0) {
    setBase(loaded);
    setForm(loaded.output);
  }
  const save = useMutation({
    mutationFn: () => put(form, base.etag ?? ""),
    onSuccess: (saved) => {
      setBase(saved);
      setForm(saved.output);
      client.setQueryData(["settings", area], saved);
      void client.invalidateQueries({ queryKey: ["settings", "changes"] });
      void client.invalidateQueries({ queryKey: ["settings", "price-check"] });
      toast(t("settings.saved"));
    },
  });
  const conflict = conflictOf(save.error);
  const theirs = conflict ? (conflict.current as Form) : null;
  const fields: ConflictField[] =
    theirs === null
      ? []
      : changedKeys(parts, form, theirs).map((key) => ({
          name: key,
          label: parts.label(key),
          theirs: textOf(parts.split(theirs)[key]),
          mine: textOf(parts.split(form)[key]),
        }));
  return {
    form,
    setForm,
    save,
    errors: fieldErrors(save.error),
    changes: changes.length,
    discard: () => {
      setForm(base.output);
      save.reset();
    },
    conflict: theirs === null ? null : { fields },
    resolve: (keepMine: ReadonlySet<string>) => {
      if (theirs === null || conflict === null) return;
      const [mine, other] = [parts.split(form), parts.split(theirs)];
      const keys = new Set([...Object.keys(other), ...Object.keys(mine)]);
      const chosen = [...keys].flatMap((key): [string, unknown][] => {
        const source = keepMine.has(key) ? mine : other;
        return key in source ? [[key, source[key]]] : [];
      });
      setForm(parts.join(Object.fromEntries(chosen), theirs));
      setBase({ output: theirs, etag: conflict.etag });
      save.reset();
    },
  };
}

export type Editing<Form> = ReturnType<typeof useSettings<Form>>;
