import { t } from "@/messages/t";
import { charactersLeft, type Field, tooLong } from "./field";

interface Below {
  error: string | undefined;
  hint: string | undefined;
}

/** What stands below a field of one line: that it is too long, or how little is left once it is. */
export function limitedLine(field: Field, typed: string, below: Below): Below {
  const left = charactersLeft(field, typed) ?? 0;
  return limited(field, typed, below, left <= (field.max ?? 0) * NEARLY_FULL);
}

/** What stands below a field of many lines: that it is too long, or how much is left. */
export function limitedText(field: Field, typed: string, below: Below): Below {
  return limited(field, typed, below, true);
}

const NEARLY_FULL = 0.2;

function limited(field: Field, typed: string, { error, hint }: Below, isCounted: boolean): Below {
  const left = isCounted ? charactersLeft(field, typed) : null;
  const parts = [hint, left === null ? undefined : t("form.left", { count: left })];
  return {
    error: tooLong(field, typed) ?? error,
    hint: parts.filter((part) => part !== undefined).join(" ") || undefined,
  };
}
