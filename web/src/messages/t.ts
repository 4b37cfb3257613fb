import { account } from "./en-US/account";
import { afterSale } from "./en-US/afterSale";
import { buying } from "./en-US/buying";
import { catalog } from "./en-US/catalog";
import { content } from "./en-US/content";
import { frame } from "./en-US/frame";
import { rules } from "./en-US/rules";
import type { business } from "./en-US/lazy/business";
import type { cart } from "./en-US/lazy/cart";
import type { checkoutDetails } from "./en-US/lazy/checkoutDetails";
import type { earlierOrders } from "./en-US/lazy/earlierOrders";
import type { filter } from "./en-US/lazy/filter";
import type { google } from "./en-US/lazy/google";
import type { notifications } from "./en-US/lazy/notifications";
import type { offline } from "./en-US/lazy/offline";
import type { orderBilling } from "./en-US/lazy/orderBilling";
import type { orders } from "./en-US/lazy/orders";
import type { payment } from "./en-US/lazy/payment";
import type { privacy } from "./en-US/lazy/privacy";
import type { productExtras } from "./en-US/lazy/productExtras";
import type { profile } from "./en-US/lazy/profile";
import type { returns } from "./en-US/lazy/returns";
import type { reviews } from "./en-US/lazy/reviews";
import type { storeCredit } from "./en-US/lazy/storeCredit";
import type { wishlist } from "./en-US/lazy/wishlist";

export const DEFAULT_LOCALE = "en-US";

/** Messages that are loaded with the pages that use them, by the files in `lazy/`. */
type LazyMessages = typeof business &
  typeof cart &
  typeof checkoutDetails &
  typeof earlierOrders &
  typeof filter &
  typeof google &
  typeof notifications &
  typeof offline &
  typeof orderBilling &
  typeof orders &
  typeof payment &
  typeof privacy &
  typeof productExtras &
  typeof profile &
  typeof returns &
  typeof reviews &
  typeof storeCredit &
  typeof wishlist;

const initial = {
  ...frame,
  ...rules,
  ...catalog,
  ...buying,
  ...account,
  ...content,
  ...afterSale,
};

/** All messages in English, the fallback for other languages. */
export const enUS = initial as typeof initial & LazyMessages;

/** Adds messages; called by the files in `lazy/` when they are first imported. */
export function addMessages(part: Partial<LazyMessages>): void {
  Object.assign(enUS, part);
}

/** A text, or its plural forms. Names in braces are parameters. */
export type Message =
  string | ({ readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>);
export type MessageKey = keyof typeof enUS;
/** The messages of a file in `languages/`. Missing ones are in English. */
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

export function setLanguage(language: string, messages: Messages): void {
  plurals = new Intl.PluralRules(language);
  locale = language;
  catalogue = messages;
}

export function currentLocale(): string {
  return locale;
}

/** Keys of messages without parameters. */
export type PlainKey = { [K in MessageKey]: Parameters<K> extends [] ? K : never }[MessageKey];

/**
 * The message `prefix.value` for a value of a server enumeration. Returns that of `fallback` for values
 * that a newer server may send and this build does not know.
 */
export function tEnum<Prefix extends string, Value extends string>(
  prefix: Prefix,
  value: `${Prefix}.${Value}` extends PlainKey ? Value : never,
  fallback: PlainKey,
): string {
  const key = `${prefix}.${value as string}`;
  return t(Object.hasOwn(enUS, key) ? (key as PlainKey) : fallback);
}

/** The message of a key in the current language. */
export function t<K extends MessageKey>(key: K, ...[values]: Parameters<K>): string {
  const given: Readonly<Record<string, string | number>> = values ?? {};
  const message: Message = catalogue[key] ?? (enUS as Messages)[key] ?? key;
  const text =
    typeof message === "string"
      ? message
      : (message[plurals.select(Number(given["count"]))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole));
}
