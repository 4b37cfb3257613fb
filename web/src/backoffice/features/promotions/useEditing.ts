import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { conflictOf } from "../../ui/ConflictDialog";
import { toast, undoToast } from "../../ui/toasts";

/** How a kind of promotion is edited. Forms are objects of plain values. */
export interface Editable<Stored extends { id: number; etag: string }, Form extends object> {
  /** First part of the query keys of its lists and records. */
  key: string;
  /** Address of its list. */
  path: string;
  formOf: (stored: Stored) => Form;
  empty: Form;
  create: (form: Form) => Promise<Stored>;
  change: (stored: { id: number; etag: string }, form: Form) => Promise<Stored>;
  texts: { saved: string };
}

function changedKeys<Form extends object>(form: Form, before: Form): (keyof Form & string)[] {
  return (Object.keys(form) as (keyof Form & string)[]).filter(
    (name) => JSON.stringify(form[name]) !== JSON.stringify(before[name]),
  );
}

/** The form of a record, saving it with Undo, and what somebody else saved in between. */
export function useEditing<Stored extends { id: number; etag: string }, Form extends object>(
  kind: Editable<Stored, Form>,
  stored: Stored | null,
  start: Form = kind.empty,
) {
  const navigate = useNavigate();
  // What the changes are based on: a reload may bring a newer version meanwhile.
  const [base, setBase] = useState(stored);
  const before = base ? kind.formOf(base) : kind.empty;
  const [form, setForm] = useState(base ? before : start);
  const accept = useAccept(kind, (now) => {
    setBase(now);
    setForm(kind.formOf(now));
  });
  const save = useMutation({
    mutationFn: () => (base ? kind.change(base, form) : kind.create(form)),
    onSuccess: (saved) => {
      accept(saved);
      if (!base) {
        toast(kind.texts.saved);
        return;
      }
      const undo = async () => accept(await kind.change(saved, before));
      undoToast({ text: kind.texts.saved, undo });
    },
  });
  const conflict = conflictOf(save.error);
  const theirs = conflict ? (conflict.current as Stored) : null;
  const changed = changedKeys(form, before);
  return {
    base,
    form,
    set: (changes: Partial<Form>) => setForm((now) => ({ ...now, ...changes })),
    save,
    /** A new record gets its own address, once its form is no longer unsaved. */
    settle: (saved: Stored) =>
      stored ? undefined : void navigate(`${kind.path}/${saved.id}`, { replace: true }),
    accept,
    changed,
    discard: () => {
      setForm(before);
      save.reset();
    },
    theirs: theirs ? kind.formOf(theirs) : null,
    resolve: (keepMine: ReadonlySet<string>) => {
      if (!theirs) return;
      const mine = changed.filter((name) => keepMine.has(name));
      setForm((now) => ({
        ...kind.formOf(theirs),
        ...Object.fromEntries(mine.map((name) => [name, now[name]])),
      }));
      setBase(theirs);
      save.reset();
    },
  };
}

export type Editing<Stored extends { id: number; etag: string }, Form extends object> = ReturnType<
  typeof useEditing<Stored, Form>
>;

/** Takes over what the server has stored. */
function useAccept<Stored extends { id: number; etag: string }, Form extends object>(
  kind: Editable<Stored, Form>,
  onStored: (stored: Stored) => void,
) {
  const client = useQueryClient();
  return (stored: Stored) => {
    onStored(stored);
    client.setQueryData([kind.key, stored.id], stored);
    void client.invalidateQueries({ queryKey: [kind.key, "list"] });
    void client.invalidateQueries({ queryKey: [kind.key, "count"] });
  };
}
