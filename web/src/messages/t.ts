import { account } from "./en-US/account";
import { afterSale } from "./en-US/afterSale";
import { buying } from "./en-US/buying";
import { catalog } from "./en-US/catalog";
import { content } from "./en-US/content";
import type { filter } from "./en-US/filter";
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
/** With the sentences that are fetched only with the part that uses them. */
type Catalogue = typeof enUS & typeof filter;
export type MessageKey = keyof Catalogue;
/** What a file in `languages/` holds; what it leaves out is said in English. */
export type Messages = Partial<Record<MessageKey, Message>>;

type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type TextsOf<M> = M extends string ? M : M extends { one: string; other: string } ? M["other"] : "";
type Filled<M> = NamesIn<TextsOf<M>> | (M extends { one: string; other: string } ? "count" : never);
type Parameters<K extends MessageKey> = [Filled<Catalogue[K]>] extends [never]
  ? []
  : [values: Record<Filled<Catalogue[K]>, string | number>];

let locale = DEFAULT_LOCALE;
let catalogue: Messages = {};
const english: Messages = { ...enUS };
let plurals = new Intl.PluralRules(locale);

/** Puts another language in place; what it leaves out is said in English. */
export function speak(language: string, messages: Messages): void {
  plurals = new Intl.PluralRules(language);
  locale = language;
  catalogue = messages;
}

export function currentLocale(): string {
  return locale;
}

/** Adds the English sentences of a part of the page that was fetched later. */
export function addMessages(messages: Messages): void {
  Object.assign(english, messages);
}

/** The sentence of a key in the shop's language. */
export function t<K extends MessageKey>(key: K, ...[values]: Parameters<K>): string {
  const given: Readonly<Record<string, string | number>> = values ?? {};
  const message: Message = catalogue[key] ?? english[key] ?? key;
  const text =
    typeof message === "string"
      ? message
      : (message[plurals.select(Number(given["count"]))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole));
}
