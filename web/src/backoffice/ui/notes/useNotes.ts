import { useMutation, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { useOnline } from "../../session/online";
import { mentionedIn, type Person } from "../MentionInput";

/** What notes can be about. */
export type NoteSubject = "order" | "customer" | "return" | "ticket";

const NOBODY: readonly Person[] = [];

/** The operators who may see such a record and can be mentioned in its notes. */
export function usePeople(kind: NoteSubject): readonly Person[] {
  const { data } = useQuery({
    queryKey: ["mentionable", kind],
    queryFn: () => unwrap(api.GET("/api/admin/v1/mentionable", { params: { query: { kind } } })),
    staleTime: 5 * 60_000,
  });
  return data ?? NOBODY;
}

interface Options {
  kind: NoteSubject;
  /** Identifies the record: its number or id. */
  subject: string;
  text: string;
  onAdded: () => void;
}

/** Adds a note about a record. `add` does nothing while there is nothing to add. */
export function useAddNote({ kind, subject, text, onAdded }: Options) {
  const online = useOnline();
  const people = usePeople(kind);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST(`/api/admin/v1/notes/${kind}/{key}`, {
          params: { path: { key: subject } },
          body: { text, mentions: mentionedIn(text, people).map(({ id }) => id) },
        }),
      ),
    onSuccess: onAdded,
  });
  const isEmpty = text.trim() === "";
  const isDisabled = isEmpty || isPending || !online;
  const add = () => {
    if (!isDisabled) mutate();
  };
  return { people, add, isEmpty, isDisabled, isPending, online, error };
}
