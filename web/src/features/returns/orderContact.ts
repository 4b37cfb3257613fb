import type { Channel } from "@/features/signin/contact";
import { type Field, withRule } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { required } from "@/ui/Form/rules";

/** Whether a typed contact is an email or a phone number. */
export function channelOf(contact: string): Channel {
  return contact.includes("@") ? "email" : "phone";
}

/** The rules of a field that takes either, with a label of its own. */
export function orderContact(contact: string): Field {
  const { attribute } = FIELDS.orderContact;
  return { ...withRule(required, FIELDS[channelOf(contact)]), attribute };
}
