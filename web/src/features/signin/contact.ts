import type { ContactInput } from "@/api/types";
import { problemIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { digitsOf } from "@/ui/Form/rules";

export type Channel = "email" | "phone";

/** What is wrong with a typed address or number; null where it can be tried. */
export function contactProblem(channel: Channel, typed: string): string | null {
  return problemIn(FIELDS[channel], typed) ?? null;
}

export function contactBody(channel: Channel, typed: string): ContactInput {
  return channel === "email" ? { email: typed.trim() } : { phone: digitsOf(typed) };
}

/** The digits of a code out of whatever was pasted; all of them where there is no code among them. */
export function codeIn(text: string): string {
  const code = /(?:^|\D)(\d{3}[\s-]?\d{3})(?![\s-]?\d)/.exec(text);
  return (code?.[1] ?? text).replace(/\D/g, "");
}
