/** Requests that save and delete what belongs to a phrase. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { conflictOf } from "../../../ui/ConflictDialog";
import { toast, undoToast } from "../../../ui/toasts";
import { searchWordsQuery, starterSynonymsQuery } from "./queries";

function useReload() {
  const client = useQueryClient();
  // Synonyms of the shop replace those of the starter set.
  return () =>
    Promise.all(
      [searchWordsQuery, starterSynonymsQuery].map(({ queryKey }) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}

interface Saving<Input, Details> {
  send: (input: Input) => Promise<Details>;
  /** Shown when it is saved, and when somebody else has changed it meanwhile. */
  texts: { saved: string; changed: string };
  onClose: () => void;
  onChanged: (now: Details) => void;
}

/** Saves, closes the dialog and reads the lists again. */
export function useSave<Input, Details>({
  send,
  texts,
  onClose,
  onChanged,
}: Saving<Input, Details>) {
  const reload = useReload();
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      toast(texts.saved);
      onClose();
      return reload();
    },
    onError: (error) => {
      const conflict = conflictOf(error);
      if (!conflict) return;
      toast(texts.changed);
      onChanged(conflict.current as Details);
    },
  });
}

interface Deletion<Details> {
  send: (details: Details) => Promise<unknown>;
  /** Adds the same again. */
  restore: (details: Details) => Promise<unknown>;
  text: (details: Details) => string;
  onClose: () => void;
}

/** Deletes, closes the dialog and offers to take it back. */
export function useDelete<Details>({ send, restore, text, onClose }: Deletion<Details>) {
  const reload = useReload();
  return useMutation({
    mutationFn: send,
    onSuccess: (_none, details) => {
      undoToast({
        text: text(details),
        undo: async () => {
          await restore(details);
          await reload();
        },
      });
      onClose();
      return reload();
    },
  });
}
