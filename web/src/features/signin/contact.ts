import type { ContactInput } from "@/api/types";
import { validateField } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { digitsOf } from "@/ui/Form/rules";

export type Channel = "email" | "phone";

/** The validation message for a typed email or phone number; null if it is valid. */
export function contactProblem(channel: Channel, typed: string): string | null {
  return validateField(FIELDS[channel], typed) ?? null;
}

export function contactBody(channel: Channel, typed: string): ContactInput {
  return channel === "email" ? { email: typed.trim() } : { phone: digitsOf(typed) };
}

/** The six-digit code in a pasted text, or all digits if there is no such code. */
export function extractCode(text: string): string {
  const code = /(?:^|\D)(\d{3}[\s-]?\d{3})(?![\s-]?\d)/.exec(text);
  return (code?.[1] ?? text).replace(/\D/g, "");
}
