import { useEffect, useState } from "react";
import { create } from "zustand";
import { ApiError, fieldErrors, messageAt } from "@/api/errors";
import { uploadPicture } from "@/api/uploads";
import { t } from "@/messages/t";

/** Per review or message. */
export const MAX_PICTURES = 5;

export interface UploadedPicture {
  id: number;
  path: string;
}

interface Selection {
  uploaded: readonly UploadedPicture[];
  /** Number of pictures that are being uploaded. */
  sending: number;
  /** Messages about the files chosen last that were not uploaded. */
  problems: readonly string[];
}

export interface Pictures extends Selection {
  /** Ids of the uploaded pictures, to send with the form. */
  ids: number[];
  add: (files: readonly File[]) => void;
  remove: (id: number) => void;
  clear: () => void;
}

interface Remembered extends Selection {
  /** Files that were not uploaded because the session had ended. */
  unsent: readonly File[];
}

const EMPTY: Remembered = { uploaded: [], sending: 0, problems: [], unsent: [] };

/** By form, in memory only: a reload ends it, and nothing of it is stored on the device. */
const useSelections = create<Readonly<Record<string, Remembered | undefined>>>()(() => ({}));

/** Changes what is remembered of a form, which begins with `before`. */
function change(
  key: string,
  before: readonly UploadedPicture[],
  by: (now: Remembered) => Partial<Remembered>,
): void {
  useSelections.setState((all) => {
    const now = all[key] ?? { ...EMPTY, uploaded: before };
    return { [key]: { ...now, ...by(now) } };
  });
}

function problemOf(file: File, error: unknown): string {
  return t("pictures.problem", { name: file.name, problem: messageAt("file", error) });
}

/** The message about pictures that a form was refused for: unused ones are deleted after a day. */
export function picturesError(error: unknown): string | undefined {
  return fieldErrors(error)["images"] === undefined ? undefined : t("pictures.expired");
}

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;

/**
 * Uploads pictures one after the other as they are chosen. A failed upload does not affect others.
 *
 * The pictures outlive their form, as texts do with `useRemembered`: `key` names the form and the visitor.
 * Files that were chosen when the session had ended are uploaded when the form is shown again.
 */
export function usePictures(key: string, before: readonly UploadedPicture[] = []): Pictures {
  // When a session ends, its form is still shown for a moment: what it does belongs to that visitor.
  const [{ form, initial }] = useState({ form: key, initial: before });
  const selection = useSelections((all) => all[form]);
  const { uploaded, sending, problems } = selection ?? { ...EMPTY, uploaded: initial };
  useEffect(() => {
    const unsent = useSelections.getState()[form]?.unsent ?? [];
    if (unsent.length > 0) void send(form, initial, unsent);
  }, [form, initial]);
  return {
    ...{ uploaded, sending, problems },
    ids: uploaded.map(({ id }) => id),
    add: (files) => void send(form, initial, files),
    remove: (id) =>
      change(form, initial, (now) => ({ uploaded: now.uploaded.filter((one) => one.id !== id) })),
    clear: () => useSelections.setState({ [form]: undefined }),
  };
}

/** Uploads files; reports those that fail or are too many. */
async function send(
  key: string,
  before: readonly UploadedPicture[],
  files: readonly File[],
): Promise<void> {
  const update = (by: (now: Remembered) => Partial<Remembered>) => change(key, before, by);
  const report = (problem: string) => update((now) => ({ problems: [...now.problems, problem] }));
  const { uploaded, sending } = useSelections.getState()[key] ?? { ...EMPTY, uploaded: before };
  let capacity = MAX_PICTURES - uploaded.length - sending;
  const leftOut: string[] = [];
  update((now) => ({ problems: [], unsent: [], sending: now.sending + files.length }));
  for (const file of files) {
    try {
      if (capacity <= 0) {
        leftOut.push(file.name);
        continue;
      }
      const { id, url } = await uploadPicture(file);
      capacity -= 1;
      update((now) => ({ uploaded: [...now.uploaded, { id, path: url }] }));
    } catch (error) {
      if (isSignedOut(error)) update((now) => ({ unsent: [...now.unsent, file] }));
      report(problemOf(file, error));
    } finally {
      update((now) => ({ sending: now.sending - 1 }));
    }
  }
  if (leftOut.length === 0) return;
  report(t("pictures.tooMany", { max: MAX_PICTURES, names: leftOut.join(", ") }));
}
