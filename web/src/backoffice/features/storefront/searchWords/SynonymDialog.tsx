import { Button, Checkbox, Group, Modal, TagsInput, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, formError } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { conflictOf } from "../../../ui/ConflictDialog";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Stack } from "../../../ui/Panel";
import { toast, undoToast } from "../../../ui/toasts";
import { type Edited, type SynonymDetails, searchWordsQuery } from "./queries";

interface Props {
  edited: Edited;
  onClose: () => void;
  /** Somebody else has changed the synonyms meanwhile. */
  onChanged: (now: SynonymDetails) => void;
}

interface Draft {
  phrase: string;
  alternatives: string[];
  /** An alternative that is being typed. */
  typed: string;
  bothWays: boolean;
}

const draftOf = (edited: Edited): Draft => ({
  typed: "",
  ...("id" in edited ? edited : { alternatives: [], bothWays: true }),
  phrase: edited.phrase,
});

/** What was typed without Enter counts too. */
const enteredOf = ({ alternatives, typed }: Draft): string[] =>
  typed.trim() === "" ? alternatives : [...alternatives, typed.trim()];

/** Adds, changes or deletes synonyms of a phrase. */
export function SynonymDialog({ edited, onClose, onChanged }: Props) {
  const stored = "id" in edited ? edited : null;
  const online = useOnline();
  const [draft, setDraft] = useState(draftOf(edited));
  const entered = enteredOf(draft);
  const save = useSave(stored, onClose, onChanged);
  const remove = useRemove(onClose);
  const isComplete = draft.phrase.trim() !== "" && entered.length > 0;
  return (
    <Modal
      opened
      onClose={onClose}
      title={stored ? t("searchWords.edit") : t("searchWords.new")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const { phrase, bothWays } = draft;
          if (isComplete && online) save.mutate({ phrase, alternatives: entered, bothWays });
        }}
      >
        <Stack>
          <SynonymFields
            draft={draft}
            onChange={setDraft}
            isNew={edited.phrase === ""}
            errors={fieldErrors(save.error)}
          />
          <ErrorNote
            error={!conflictOf(save.error) && formError(save.error) ? save.error : null}
            isWrite
          />
          <ErrorNote error={remove.error} isWrite />
        </Stack>
        <Group mt="md">
          <Button
            type="submit"
            variant="filled"
            loading={save.isPending}
            disabled={!online || !isComplete}
          >
            {t("searchWords.save")}
          </Button>
          {stored ? (
            <Button
              loading={remove.isPending}
              disabled={!online}
              onClick={() => remove.mutate(stored)}
            >
              {t("searchWords.delete")}
            </Button>
          ) : null}
        </Group>
      </form>
    </Modal>
  );
}

interface FieldsProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** Whether the phrase is still to be entered. */
  isNew: boolean;
  errors: Record<string, string>;
}

function SynonymFields({ draft, onChange, isNew, errors }: FieldsProps) {
  const wrong = Object.entries(errors).find(([field]) => field.startsWith("alternatives"));
  return (
    <>
      <TextInput
        label={t("searchWords.phrase")}
        value={draft.phrase}
        onChange={({ currentTarget }) => onChange({ ...draft, phrase: currentTarget.value })}
        error={errors["phrase"]}
        maxLength={60}
        data-autofocus={isNew || undefined}
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

function useSave(
  stored: SynonymDetails | null,
  onClose: () => void,
  onChanged: (now: SynonymDetails) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { phrase: string; alternatives: string[]; bothWays: boolean }) =>
      stored
        ? unwrap(
            api.PUT("/api/admin/v1/synonyms/{synonymId}", {
              params: { path: { synonymId: stored.id }, header: { "If-Match": stored.etag } },
              body,
            }),
          )
        : unwrap(api.POST("/api/admin/v1/synonyms", { body })),
    onSuccess: () => {
      toast(t("searchWords.saved"));
      onClose();
      return client.invalidateQueries({ queryKey: searchWordsQuery.queryKey });
    },
    onError: (error) => {
      const conflict = conflictOf(error);
      if (!conflict) return;
      toast(t("searchWords.changed"));
      onChanged(conflict.current as SynonymDetails);
    },
  });
}

function useRemove(onClose: () => void) {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: searchWordsQuery.queryKey });
  return useMutation({
    mutationFn: ({ id }: SynonymDetails) =>
      unwrap(
        api.DELETE("/api/admin/v1/synonyms/{synonymId}", { params: { path: { synonymId: id } } }),
      ),
    onSuccess: (_none, { phrase, alternatives, bothWays }) => {
      undoToast({
        text: t("searchWords.deleted", { phrase }),
        undo: async () => {
          await unwrap(
            api.POST("/api/admin/v1/synonyms", { body: { phrase, alternatives, bothWays } }),
          );
          await reload();
        },
      });
      onClose();
      return reload();
    },
  });
}
