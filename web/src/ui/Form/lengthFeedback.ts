import { t } from "@/messages/t";
import { charactersLeft, type Field, tooLong } from "./field";

interface Feedback {
  error: string | undefined;
  hint: string | undefined;
}

/** Share of the limit below which a text input shows how many characters are left. */
const NEARLY_FULL = 0.2;

/** Error and hint of a text input: too long, or how many characters are left when few are. */
export function inputFeedback(field: Field, typed: string, given: Feedback): Feedback {
  const left = charactersLeft(field, typed) ?? 0;
  return withLength(field, typed, given, left <= (field.max ?? 0) * NEARLY_FULL);
}

/** Error and hint of a text area: too long, or how many characters are left. */
export function textAreaFeedback(field: Field, typed: string, given: Feedback): Feedback {
  return withLength(field, typed, given, true);
}

function withLength(
  field: Field,
  typed: string,
  { error, hint }: Feedback,
  showsCount: boolean,
): Feedback {
  const left = showsCount ? charactersLeft(field, typed) : null;
  const parts = [hint, left === null ? undefined : t("form.left", { count: left })];
  return {
    error: tooLong(field, typed) ?? error,
    hint: parts.filter((part) => part !== undefined).join(" ") || undefined,
  };
}
