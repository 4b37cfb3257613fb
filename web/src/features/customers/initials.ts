import type { Customer } from "@/api/types";

const graphemes = new Intl.Segmenter();

/** The first character as readers see it, including accents and joined emojis. */
function firstCharacter(text: string | null): string {
  return graphemes.segment((text ?? "").trim()).containing(0)?.segment ?? "";
}

/** The initials of a customer's name, or of the email address. */
export function initials(customer: Pick<Customer, "firstName" | "lastName" | "email">): string {
  const characters = firstCharacter(customer.firstName) + firstCharacter(customer.lastName);
  return (characters || firstCharacter(customer.email)).toUpperCase();
}
