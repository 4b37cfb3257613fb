import { Button, Group, Modal, TextInput } from "@mantine/core";
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
import { type EditedRedirect, type SearchRedirectDetails, searchWordsQuery } from "./queries";

interface Props {
  edited: EditedRedirect;
  onClose: () => void;
  /** Somebody else has changed the redirect meanwhile. */
  onChanged: (now: SearchRedirectDetails) => void;
}

interface Draft {
  phrase: string;
  target: string;
}

/** Adds, changes or deletes the redirect of a search. */
export function RedirectDialog({ edited, onClose, onChanged }: Props) {
  const stored = "id" in edited ? edited : null;
  const online = useOnline();
  const [draft, setDraft] = useState<Draft>({
    phrase: edited.phrase,
    target: stored?.target ?? "",
  });
  const save = useSave(stored, onClose, onChanged);
  const remove = useRemove(onClose);
  const isComplete = draft.phrase.trim() !== "" && draft.target.trim() !== "";
  return (
    <Modal
      opened
      onClose={onClose}
      title={stored ? t("searchWords.editRedirect") : t("searchWords.newRedirect")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && online) save.mutate(draft);
        }}
      >
        <Stack>
          <RedirectFields
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

function RedirectFields({ draft, onChange, isNew, errors }: FieldsProps) {
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
      <TextInput
        label={t("searchWords.target")}
        description={t("searchWords.targetHelp")}
        value={draft.target}
        onChange={({ currentTarget }) => onChange({ ...draft, target: currentTarget.value })}
        error={errors["target"]}
        maxLength={500}
        data-autofocus={!isNew || undefined}
      />
    </>
  );
}

function useSave(
  stored: SearchRedirectDetails | null,
  onClose: () => void,
  onChanged: (now: SearchRedirectDetails) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ phrase, target }: Draft) => {
      const body = { phrase, target: target.trim() };
      return stored
        ? unwrap(
            api.PUT("/api/admin/v1/search-redirects/{searchRedirectId}", {
              params: {
                path: { searchRedirectId: stored.id },
                header: { "If-Match": stored.etag },
              },
              body,
            }),
          )
        : unwrap(api.POST("/api/admin/v1/search-redirects", { body }));
    },
    onSuccess: () => {
      toast(t("searchWords.redirectSaved"));
      onClose();
      return client.invalidateQueries({ queryKey: searchWordsQuery.queryKey });
    },
    onError: (error) => {
      const conflict = conflictOf(error);
      if (!conflict) return;
      toast(t("searchWords.redirectChanged"));
      onChanged(conflict.current as SearchRedirectDetails);
    },
  });
}

function useRemove(onClose: () => void) {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: searchWordsQuery.queryKey });
  return useMutation({
    mutationFn: ({ id }: SearchRedirectDetails) =>
      unwrap(
        api.DELETE("/api/admin/v1/search-redirects/{searchRedirectId}", {
          params: { path: { searchRedirectId: id } },
        }),
      ),
    onSuccess: (_none, { phrase, target }) => {
      undoToast({
        text: t("searchWords.redirectDeleted", { phrase }),
        undo: async () => {
          await unwrap(api.POST("/api/admin/v1/search-redirects", { body: { phrase, target } }));
          await reload();
        },
      });
      onClose();
      return reload();
    },
  });
}
