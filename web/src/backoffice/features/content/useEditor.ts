import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { type ConflictField, conflictOf } from "../../ui/ConflictDialog";
import { toast, toastError } from "../../ui/toasts";
import { type FieldName, LABELS } from "./labels";
import type { Subject } from "./queries";
import { useChanges } from "./useChanges";

export interface Stored {
  etag: string;
}

interface Options<Record extends Stored> {
  subject: Subject;
  record: Record;
  patch: (changes: Partial<Record>, etag: string) => Promise<Record>;
  restore: (versionId: number, etag: string) => Promise<Record>;
  /** Called with the record as it is now, also if its address changed. */
  onStored: (record: Record) => void;
}

const shown = (value: unknown): string =>
  typeof value === "string" ? value.slice(0, 400) : value == null ? "" : JSON.stringify(value);

/** The operator's changes of a page or an article: saving, conflicts and restoring. */
export function useEditor<Record extends Stored>(options: Options<Record>) {
  const { subject, record, patch, onStored } = options;
  const client = useQueryClient();
  const form = useChanges<Record>(record);
  const [after, setAfter] = useState<string | null>(null);
  const stored = (changed: Record, text: string) => {
    onStored(changed);
    form.reset();
    toast(text);
    return client.invalidateQueries({ queryKey: ["content", subject.kind] });
  };
  const save = useMutation({
    mutationFn: ({ changes, etag }: { changes: Partial<Record>; etag: string; text: string }) =>
      patch(changes, etag),
    onSuccess: (changed, { text }) => stored(changed, text),
  });
  const restore = useMutation({
    mutationFn: (versionId: number) => options.restore(versionId, record.etag),
    onSuccess: (changed) => stored(changed, t("content.restored")),
    onError: toastError,
  });
  const conflict = conflictOf(save.error);
  const current = conflict ? (conflict.current as Record) : null;
  const submit = (more: Partial<Record> = {}, text = t("content.saved")) => {
    setAfter(text);
    save.mutate({ changes: { ...form.changed, ...more }, etag: record.etag, text });
  };
  return {
    form,
    submit,
    saving: save.isPending,
    errors: fieldErrors(save.error),
    error: conflict || Object.keys(fieldErrors(save.error)).length > 0 ? null : save.error,
    restore,
    conflict: current && conflict ? fieldsOf(save.variables?.changes ?? {}, current) : null,
    forgetConflict: save.reset,
    resolve: (mine: ReadonlySet<string>) => {
      if (!current || !conflict) return;
      const changes = Object.fromEntries(
        Object.entries(save.variables?.changes ?? {}).filter(([name]) => mine.has(name)),
      ) as Partial<Record>;
      save.mutate({ changes, etag: conflict.etag, text: after ?? t("content.saved") });
    },
  };
}

/** Fields that both changed. */
function fieldsOf(changes: object, current: object): ConflictField[] {
  const theirs = current as Readonly<Record<string, unknown>>;
  return Object.entries(changes)
    .filter(([name, mine]) => name in LABELS && shown(mine) !== shown(theirs[name]))
    .map(([name, mine]) => ({
      name,
      label: t(LABELS[name as FieldName]),
      theirs: shown(theirs[name]),
      mine: shown(mine),
    }));
}
