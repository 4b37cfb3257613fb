import { useState } from "react";
import { ApiError, sentenceOf } from "@/api/errors";
import { uploadPicture } from "@/api/uploads";
import { t } from "@/messages/t";

/** How many go with one text. */
export const MOST_PICTURES = 5;

/** A picture that is with the shop already. */
export interface UploadedPicture {
  id: number;
  path: string;
}

export interface Pictures {
  uploaded: readonly UploadedPicture[];
  /** What stands for them in what is sent with them. */
  ids: number[];
  /** How many are on their way. */
  sending: number;
  /** Why some of what was chosen last is not among them. */
  problems: readonly string[];
  add: (files: readonly File[]) => void;
  remove: (id: number) => void;
  clear: () => void;
}

function problemOf(file: File, error: unknown): string {
  const field = error instanceof ApiError ? error.fields["file"]?.[0] : undefined;
  return t("pictures.problem", { name: file.name, problem: field ?? sentenceOf(error) });
}

/** Pictures to go with words; each is sent as it is chosen, and one that fails leaves the others. */
export function usePictures(before: readonly UploadedPicture[] = []): Pictures {
  const [uploaded, setUploaded] = useState(before);
  const [sending, setSending] = useState(0);
  const [problems, setProblems] = useState<readonly string[]>([]);

  const send = async (files: readonly File[], most: number) => {
    let room = most;
    const leftOut: string[] = [];
    for (const file of files) {
      try {
        if (room <= 0) {
          leftOut.push(file.name);
          continue;
        }
        const { id, url } = await uploadPicture(file);
        room -= 1;
        setUploaded((kept) => [...kept, { id, path: url }]);
      } catch (error) {
        setProblems((kept) => [...kept, problemOf(file, error)]);
      } finally {
        setSending((count) => count - 1);
      }
    }
    if (leftOut.length === 0) return;
    const said = t("pictures.tooMany", { max: MOST_PICTURES, names: leftOut.join(", ") });
    setProblems((kept) => [...kept, said]);
  };
  return {
    uploaded,
    ids: uploaded.map(({ id }) => id),
    sending,
    problems,
    add: (files) => {
      setProblems([]);
      setSending((count) => count + files.length);
      void send(files, MOST_PICTURES - uploaded.length - sending);
    },
    remove: (id) => setUploaded((kept) => kept.filter((one) => one.id !== id)),
    clear: () => {
      setUploaded([]);
      setProblems([]);
    },
  };
}
