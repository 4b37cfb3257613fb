import { useState } from "react";
import { messageAt } from "@/api/errors";
import { uploadPicture } from "@/api/uploads";
import { t } from "@/messages/t";

/** Per review or message. */
export const MAX_PICTURES = 5;

export interface UploadedPicture {
  id: number;
  path: string;
}

export interface Pictures {
  uploaded: readonly UploadedPicture[];
  /** Ids of the uploaded pictures, to send with the form. */
  ids: number[];
  /** Number of pictures that are being uploaded. */
  sending: number;
  /** Messages about the files chosen last that were not uploaded. */
  problems: readonly string[];
  add: (files: readonly File[]) => void;
  remove: (id: number) => void;
  clear: () => void;
}

function problemOf(file: File, error: unknown): string {
  return t("pictures.problem", { name: file.name, problem: messageAt("file", error) });
}

/** Uploads pictures one after the other as they are chosen. A failed upload does not affect others. */
export function usePictures(before: readonly UploadedPicture[] = []): Pictures {
  const [uploaded, setUploaded] = useState(before);
  const [sending, setSending] = useState(0);
  const [problems, setProblems] = useState<readonly string[]>([]);

  const send = async (files: readonly File[], most: number) => {
    let capacity = most;
    const leftOut: string[] = [];
    for (const file of files) {
      try {
        if (capacity <= 0) {
          leftOut.push(file.name);
          continue;
        }
        const { id, url } = await uploadPicture(file);
        capacity -= 1;
        setUploaded((current) => [...current, { id, path: url }]);
      } catch (error) {
        setProblems((current) => [...current, problemOf(file, error)]);
      } finally {
        setSending((count) => count - 1);
      }
    }
    if (leftOut.length === 0) return;
    const message = t("pictures.tooMany", { max: MAX_PICTURES, names: leftOut.join(", ") });
    setProblems((current) => [...current, message]);
  };
  return {
    uploaded,
    ids: uploaded.map(({ id }) => id),
    sending,
    problems,
    add: (files) => {
      setProblems([]);
      setSending((count) => count + files.length);
      void send(files, MAX_PICTURES - uploaded.length - sending);
    },
    remove: (id) => setUploaded((current) => current.filter((one) => one.id !== id)),
    clear: () => {
      setUploaded([]);
      setProblems([]);
    },
  };
}
