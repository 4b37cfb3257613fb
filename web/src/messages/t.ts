import { account } from "./en-US/account";
import { afterSale } from "./en-US/afterSale";
import { buying } from "./en-US/buying";
import { catalog } from "./en-US/catalog";
import { content } from "./en-US/content";
import type { cart } from "./en-US/cart";
import { frame } from "./en-US/frame";
import { google } from "./en-US/google";
import { privacy } from "./en-US/privacy";
import { rules } from "./en-US/rules";
import { returns } from "./en-US/returns";

export const DEFAULT_LOCALE = "en-US";

/** Every sentence on the screen, in the language that stands in for all others. */
export const enUS = {
  ...frame,
  ...rules,
  ...catalog,
  ...buying,
  ...google,
  ...account,
  ...privacy,
  ...returns,
  ...content,
  ...afterSale,
};

/** A sentence, or its forms where it counts something. Names in braces are filled in. */
export type Message =
  string | ({ readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>);
/** Sentences that only parts fetched later say; those parts add them. */
type LateMessages = typeof cart;
type AllMessages = typeof enUS & LateMessages;
export type MessageKey = keyof AllMessages;
/** What a file in `languages/` holds; what it leaves out is said in English. */
export type Messages = Partial<Record<MessageKey, Message>>;

type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type TextsOf<M> = M extends string ? M : M extends { one: string; other: string } ? M["other"] : "";
type Filled<M> = NamesIn<TextsOf<M>> | (M extends { one: string; other: string } ? "count" : never);
type Parameters<K extends MessageKey> = [Filled<AllMessages[K]>] extends [never]
  ? []
  : [values: Record<Filled<AllMessages[K]>, string | number>];

const known: Messages = { ...enUS };
let locale = DEFAULT_LOCALE;
let catalogue: Messages = {};
let plurals = new Intl.PluralRules(locale);

/** Adds sentences in US English that came with a part of the page. */
export function addMessages(messages: Messages): void {
  Object.assign(known, messages);
}

/** Puts another language in place; what it leaves out is said in English. */
export function speak(language: string, messages: Messages): void {
  plurals = new Intl.PluralRules(language);
  locale = language;
  catalogue = messages;
}

export function currentLocale(): string {
  return locale;
}

/** The sentence of a key in the shop's language. */
export function t<K extends MessageKey>(key: K, ...[values]: Parameters<K>): string {
  const given: Readonly<Record<string, string | number>> = values ?? {};
  const message: Message = catalogue[key] ?? known[key] ?? key;
  const text =
    typeof message === "string"
      ? message
      : (message[plurals.select(Number(given["count"]))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole));
}
