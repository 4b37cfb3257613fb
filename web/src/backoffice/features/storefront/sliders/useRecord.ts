import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrors, formError } from "../../../api/errors";
import { t } from "../../../messages/t";
import { conflictOf } from "../../../ui/ConflictDialog";
import { toast } from "../../../ui/toasts";
import { changedFields, mergeOf, type Texts } from "../merging";

interface Options<Details extends { etag: string }, Draft extends object> extends Texts<Draft> {
  details: Details;
  draftOf: (details: Details) => Draft;
  put: (draft: Draft, etag: string) => Promise<Details>;
  onSaved: (details: Details) => void;
}

/** Shoppers' pages with sliders and sections; otherwise this browser may show them as before once more. */
export function refreshHome(): void {
  fetch("/api/home", { cache: "reload" }).catch(() => undefined);
}

/** A slider or a feature section while it is edited: saving it whole, and conflicts. */
export function useRecord<Details extends { etag: string }, Draft extends object>(
  options: Options<Details, Draft>,
) {
  const { details, draftOf, put, onSaved } = options;
  // What the change is based on, while a reload may bring a newer version.
  const [based, setBased] = useState(details);
  const [draft, setDraft] = useState<Draft>(() => draftOf(details));
  const save = useMutation({
    mutationFn: (sent: { draft: Draft; etag: string }) => put(sent.draft, sent.etag),
    onSuccess: (stored) => {
      setBased(stored);
      setDraft(draftOf(stored));
      toast(t("sliders.saved"));
      refreshHome();
      onSaved(stored);
    },
  });
  const refused = conflictOf(save.error);
  const current = refused && { ...(refused.current as Details), etag: refused.etag };
  const conflict = current && mergeOf(options, draft, draftOf(based), draftOf(current));
  return {
    based,
    draft,
    change: (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed })),
    changes: changedFields(draft, draftOf(based)).length,
    save: () => save.mutate({ draft, etag: based.etag }),
    saving: save.isPending,
    error: !conflict && formError(save.error) ? save.error : null,
    errors: fieldErrors(save.error),
    discard: () => {
      save.reset();
      setDraft(draftOf(based));
    },
    conflict: conflict?.fields ?? null,
    forgetConflict: () => save.reset(),
    resolve: (mine: ReadonlySet<string>) => {
      if (!conflict) return;
      const merged = conflict.merged(mine);
      setBased(current);
      setDraft(merged);
      save.mutate({ draft: merged, etag: current.etag });
    },
  };
}

export type RecordEditing = Pick<
  ReturnType<typeof useRecord<{ etag: string }, object>>,
  "changes" | "save" | "saving" | "error" | "discard" | "conflict" | "forgetConflict" | "resolve"
>;
