import { useState } from "react";
import { errorMessage } from "../../../api/errors";
import { UnusableFile } from "./media";

/** Uploads files one after another; says how many are left, and which could not be uploaded and why. */
export function useFileUploads(upload: (file: File) => Promise<void>) {
  const [count, setCount] = useState(0);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const add = async (files: readonly File[]) => {
    setProblems([]);
    setCount((now) => now + files.length);
    for (const file of files) {
      try {
        await upload(file);
      } catch (error) {
        const why = error instanceof UnusableFile ? error.message : errorMessage(error);
        setProblems((now) => [...now, `${file.name}: ${why}`]);
      }
      setCount((now) => now - 1);
    }
  };
  return { count, problems, setProblems, add };
}
