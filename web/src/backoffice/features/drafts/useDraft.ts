import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useShop } from "../../session/session";
import { conflictOf } from "../../ui/ConflictDialog";
import { toast } from "../../ui/toasts";
import { bodyOf, changedParts, EMPTY, formOf, merged } from "./draftForm";
import { type Draft, draftQuery } from "./queries";

/** The content that is edited, and saving it. */
export function useDraft(draft: Draft | null) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { currency } = useShop();
  // What the changes are based on: a reload may bring a newer version meanwhile.
  const [base, setBase] = useState(draft);
  const before = base ? formOf(base, currency) : EMPTY;
  const [form, setForm] = useState(before);
  const body = bodyOf(form, currency);
  const save = useMutation({
    mutationFn: () =>
      unwrap(
        base
          ? api.PUT("/api/admin/v1/drafts/{draftId}", {
              params: { path: { draftId: base.id }, header: { "If-Match": base.version } },
              body,
            })
          : api.POST("/api/admin/v1/drafts", { body }),
      ),
    onSuccess: (saved) => {
      setBase(saved);
      setForm((now) => ({ ...formOf(saved, currency), lines: now.lines }));
      client.setQueryData(draftQuery(saved.id).queryKey, saved);
      void client.invalidateQueries({ queryKey: ["drafts", "list"] });
      void client.invalidateQueries({ queryKey: ["drafts", "count"] });
      toast(t("drafts.saved"));
    },
  });
  const conflict = conflictOf(save.error);
  const theirs = conflict ? (conflict.current as Draft) : null;
  return {
    base,
    form,
    setForm,
    body,
    save,
    changes: changedParts(form, before).length,
    discard: () => setForm(before),
    theirs: theirs ? formOf(theirs, currency) : null,
    resolve: (keepMine: ReadonlySet<string>) => {
      if (!theirs) return;
      setForm((mine) => merged(mine, formOf(theirs, currency), keepMine));
      setBase(theirs);
      save.reset();
    },
    /** A new draft gets its own address once it is saved. */
    settle: (saved: Draft) =>
      draft ? undefined : void navigate(`/drafts/${saved.id}`, { replace: true }),
  };
}

export type DraftEditing = ReturnType<typeof useDraft>;
