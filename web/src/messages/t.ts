import { account } from "./en-US/account";
import { afterSale } from "./en-US/afterSale";
import { buying } from "./en-US/buying";
import { catalog } from "./en-US/catalog";
import { content } from "./en-US/content";
import { frame } from "./en-US/frame";
import { google } from "./en-US/google";
import { notifications } from "./en-US/notifications";
import { privacy } from "./en-US/privacy";
import { rules } from "./en-US/rules";
import { returns } from "./en-US/returns";
import { reviews } from "./en-US/reviews";
import { wishlist } from "./en-US/wishlist";

import type { business } from "./late/business";
import type { cart } from "./late/cart";
import type { checkoutDetails } from "./late/checkoutDetails";
import type { orderBilling } from "./late/orderBilling";

export const DEFAULT_LOCALE = "en-US";

/** The sentences of the first page's script, in the language that stands in for all others. */
export const enUS = {
  ...frame,
  ...rules,
  ...catalog,
  ...buying,
  ...google,
  ...account,
  ...notifications,
  ...privacy,
  ...returns,
  ...content,
  ...afterSale,
  ...reviews,
  ...wishlist,
};

/** A sentence, or its forms where it counts something. Names in braces are filled in. */
export type Message =
  string | ({ readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>);
/** Those of `late/` come with the screens that need them; see `addMessages`. */
type Catalogue = typeof enUS &
  typeof business &
  typeof cart &
  typeof checkoutDetails &
  typeof orderBilling;
export type MessageKey = keyof Catalogue;
/** What a file in `languages/` holds; what it leaves out is said in English. */
export type Messages = Partial<Record<MessageKey, Message>>;

type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type TextsOf<M> = M extends string ? M : M extends { one: string; other: string } ? M["other"] : "";
type Filled<M> = NamesIn<TextsOf<M>> | (M extends { one: string; other: string } ? "count" : never);
type Parameters<K extends MessageKey> = [Filled<Catalogue[K]>] extends [never]
  ? []
  : [values: Record<Filled<Catalogue[K]>, string | number>];

const english: Messages = { ...enUS };
let locale = DEFAULT_LOCALE;
let catalogue: Messages = {};
let plurals = new Intl.PluralRules(locale);

/** Puts sentences in place that are no part of the first page's script; their screens call it. */
export function addMessages(messages: Messages): void {
  Object.assign(english, messages);
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
  const message: Message = catalogue[key] ?? english[key] ?? key;
  const text =
    typeof message === "string"
      ? message
      : (message[plurals.select(Number(given["count"]))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole));
}
