import { account } from "./en-US/account";
import { afterSale } from "./en-US/afterSale";
import { buying } from "./en-US/buying";
import { catalog } from "./en-US/catalog";
import { content } from "./en-US/content";
import { frame } from "./en-US/frame";
import { google } from "./en-US/google";
import { privacy } from "./en-US/privacy";
import { rules } from "./en-US/rules";
import { returns } from "./en-US/returns";
import type { storeCredit } from "./en-US/storeCredit";

export const DEFAULT_LOCALE = "en-US";

/** The sentences of parts that load later; `addMessages` brings them. */
type Later = typeof storeCredit;

const first = {
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

/** Every sentence on the screen, in the language that stands in for all others. */
export const enUS = first as typeof first & Later;

/** Adds the English sentences of a part that loads later. Other languages have them from the start. */
export function addMessages(messages: Messages): void {
  Object.assign(enUS, messages);
}

/** A sentence, or its forms where it counts something. Names in braces are filled in. */
export type Message =
  string | ({ readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>);
export type MessageKey = keyof typeof enUS;
/** What a file in `languages/` holds; what it leaves out is said in English. */
export type Messages = Partial<Record<MessageKey, Message>>;

type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type TextsOf<M> = M extends string ? M : M extends { one: string; other: string } ? M["other"] : "";
type Filled<M> = NamesIn<TextsOf<M>> | (M extends { one: string; other: string } ? "count" : never);
type Parameters<K extends MessageKey> = [Filled<(typeof enUS)[K]>] extends [never]
  ? []
  : [values: Record<Filled<(typeof enUS)[K]>, string | number>];

let locale = DEFAULT_LOCALE;
let catalogue: Messages = {};
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

/** The sentence of a key in the shop's language. */
export function t<K extends MessageKey>(key: K, ...[values]: Parameters<K>): string {
  const given: Readonly<Record<string, string | number>> = values ?? {};
  const message: Message = catalogue[key] ?? enUS[key];
  const text =
    typeof message === "string"
      ? message
      : (message[plurals.select(Number(given["count"]))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole));
}
