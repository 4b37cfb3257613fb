import { useEffect, useState } from "react";
import { read, remove, write } from "@/storage/browserStorage";

const PREFIX = "stallage.backoffice.draft.";

/** A text that survives a reload and leaving the page, until it is sent. */
export function useDraft(key: string): [string, (text: string) => void] {
  const name = `${PREFIX}${key}`;
  const [text, setText] = useState(() => read(name) ?? "");
  useEffect(() => {
    if (text === "") remove(name);
    else write(name, text);
  }, [name, text]);
  return [text, setText];
}
