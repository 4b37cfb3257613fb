import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { fieldErrors } from "../../../api/errors";
import { t } from "../../../messages/t";
import { TargetField } from "../redirects/TargetField";
import { PhraseDialog } from "./PhraseDialog";
import { PhraseField } from "./PhraseField";
import { useDelete, useSave } from "./phraseRequests";
import type { EditedRedirect, SearchRedirectDetails } from "./queries";

interface Props {
  edited: EditedRedirect;
  onClose: () => void;
  /** Somebody else has changed the redirect meanwhile. */
  onChanged: (now: SearchRedirectDetails) => void;
}

interface Redirect {
  phrase: string;
  target: string;
}

const PATH = "/api/admin/v1/search-redirects/{searchRedirectId}";

const add = ({ phrase, target }: Redirect) =>
  unwrap(api.POST("/api/admin/v1/search-redirects", { body: { phrase, target } }));

const change = ({ id, etag }: SearchRedirectDetails, body: Redirect) =>
  unwrap(
    api.PUT(PATH, {
      params: { path: { searchRedirectId: id }, header: { "If-Match": etag } },
      body,
    }),
  );

const remove = ({ id }: SearchRedirectDetails) =>
  unwrap(api.DELETE(PATH, { params: { path: { searchRedirectId: id } } }));

/** Adds, changes or deletes the redirect of a search. */
export function RedirectDialog({ edited, onClose, onChanged }: Props) {
  const stored = "id" in edited ? edited : null;
  const [phrase, setPhrase] = useState(edited.phrase);
  const [target, setTarget] = useState(stored?.target ?? "");
  const saving = useSave({
    send: (body: Redirect) => (stored ? change(stored, body) : add(body)),
    texts: { saved: t("searchWords.redirectSaved"), changed: t("searchWords.redirectChanged") },
    onClose,
    onChanged,
  });
  const deletion = useDelete({
    send: remove,
    restore: add,
    text: (deleted) => t("searchWords.redirectDeleted", { phrase: deleted.phrase }),
    onClose,
  });
  const errors = fieldErrors(saving.error);
  const entered = { phrase, target: target.trim() };
  const isComplete = phrase.trim() !== "" && entered.target !== "";
  return (
    <PhraseDialog
      title={stored ? t("searchWords.editRedirect") : t("searchWords.newRedirect")}
      onClose={onClose}
      save={saving}
      onSave={isComplete ? () => saving.mutate(entered) : undefined}
      remove={deletion}
      onDelete={stored ? () => deletion.mutate(stored) : undefined}
    >
      <PhraseField
        value={phrase}
        onChange={setPhrase}
        error={errors["phrase"]}
        isNew={edited.phrase === ""}
      />
      <TargetField
        label={t("searchWords.target")}
        description={t("searchWords.targetHelp")}
        value={target}
        onChange={setTarget}
        error={errors["target"]}
        disabled={false}
        focusAtStart={edited.phrase !== ""}
      />
    </PhraseDialog>
  );
}
