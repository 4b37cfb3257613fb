import { Checkbox, TagsInput } from "@mantine/core";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { fieldErrors } from "../../../api/errors";
import { t } from "../../../messages/t";
import { PhraseDialog } from "./PhraseDialog";
import { PhraseField } from "./PhraseField";
import { useDelete, useSave } from "./phraseRequests";
import type { Edited, SynonymDetails } from "./queries";

interface Props {
  edited: Edited;
  onClose: () => void;
  /** Somebody else has changed the synonyms meanwhile. */
  onChanged: (now: SynonymDetails) => void;
}

interface Synonyms {
  phrase: string;
  alternatives: string[];
  bothWays: boolean;
}

interface Draft extends Synonyms {
  /** An alternative that is being typed. */
  typed: string;
}

const PATH = "/api/admin/v1/synonyms/{synonymId}";

const add = ({ phrase, alternatives, bothWays }: Synonyms) =>
  unwrap(api.POST("/api/admin/v1/synonyms", { body: { phrase, alternatives, bothWays } }));

const change = ({ id, etag }: SynonymDetails, body: Synonyms) =>
  unwrap(
    api.PUT(PATH, { params: { path: { synonymId: id }, header: { "If-Match": etag } }, body }),
  );

const remove = ({ id }: SynonymDetails) =>
  unwrap(api.DELETE(PATH, { params: { path: { synonymId: id } } }));

const draftOf = (edited: Edited): Draft => ({
  typed: "",
  ...("id" in edited ? edited : { alternatives: [], bothWays: true }),
  phrase: edited.phrase,
});

/** What was typed without Enter counts too. */
const enteredOf = ({ phrase, alternatives, typed, bothWays }: Draft): Synonyms => ({
  phrase,
  alternatives: typed.trim() === "" ? alternatives : [...alternatives, typed.trim()],
  bothWays,
});

/** Adds, changes or deletes synonyms of a phrase. */
export function SynonymDialog({ edited, onClose, onChanged }: Props) {
  const stored = "id" in edited ? edited : null;
  const [draft, setDraft] = useState(draftOf(edited));
  const saving = useSave({
    send: (body: Synonyms) => (stored ? change(stored, body) : add(body)),
    texts: { saved: t("searchWords.saved"), changed: t("searchWords.changed") },
    onClose,
    onChanged,
  });
  const deletion = useDelete({
    send: remove,
    restore: add,
    text: ({ phrase }) => t("searchWords.deleted", { phrase }),
    onClose,
  });
  const entered = enteredOf(draft);
  const isComplete = entered.phrase.trim() !== "" && entered.alternatives.length > 0;
  return (
    <PhraseDialog
      title={stored ? t("searchWords.edit") : t("searchWords.new")}
      onClose={onClose}
      save={saving}
      onSave={isComplete ? () => saving.mutate(entered) : undefined}
      remove={deletion}
      onDelete={stored ? () => deletion.mutate(stored) : undefined}
    >
      <Fields
        draft={draft}
        onChange={setDraft}
        isNew={edited.phrase === ""}
        errors={fieldErrors(saving.error)}
      />
    </PhraseDialog>
  );
}

interface FieldsProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** Whether the phrase is still to be entered. */
  isNew: boolean;
  errors: Record<string, string>;
}

function Fields({ draft, onChange, isNew, errors }: FieldsProps) {
  const wrong = Object.entries(errors).find(([field]) => field.startsWith("alternatives"));
  return (
    <>
      <PhraseField
        value={draft.phrase}
        onChange={(phrase) => onChange({ ...draft, phrase })}
        error={errors["phrase"]}
        isNew={isNew}
      />
      <TagsInput
        label={t("searchWords.alternatives")}
        description={t("searchWords.alternativesHelp")}
        value={draft.alternatives}
        onChange={(alternatives) => onChange({ ...draft, alternatives, typed: "" })}
        searchValue={draft.typed}
        onSearchChange={(typed) => onChange({ ...draft, typed })}
        error={wrong?.[1]}
        maxTags={10}
        data-autofocus={!isNew || undefined}
      />
      <Checkbox
        label={t("searchWords.bothWays")}
        checked={draft.bothWays}
        onChange={({ currentTarget }) => onChange({ ...draft, bothWays: currentTarget.checked })}
      />
    </>
  );
}
