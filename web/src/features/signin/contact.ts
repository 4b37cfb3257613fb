import type { ContactInput } from "@/api/types";
import { t } from "@/messages/t";
import { digitsOf, email, phone, problemOf, required } from "@/ui/Form/rules";

export type Channel = "email" | "phone";

/** What is wrong with a typed address or number; null where it can be tried. */
export function contactProblem(channel: Channel, typed: string): string | null {
  return channel === "email"
    ? problemOf(typed, t("signin.email"), [required, email])
    : problemOf(typed, t("signin.phone"), [required, phone]);
}

export function contactBody(channel: Channel, typed: string): ContactInput {
  return channel === "email" ? { email: typed.trim() } : { phone: digitsOf(typed) };
}

/** The digits of a code out of whatever was pasted. */
export function codeIn(text: string): string {
  return text.replace(/\D/g, "").slice(0, CODE_LENGTH);
}

export const CODE_LENGTH = 6;
