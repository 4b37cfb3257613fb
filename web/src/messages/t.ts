import { account } from "./en-US/account";
import { afterSale } from "./en-US/afterSale";
import { buying } from "./en-US/buying";
import { catalog } from "./en-US/catalog";
import { content } from "./en-US/content";
import { frame } from "./en-US/frame";
import { rules } from "./en-US/rules";
import type { business } from "./en-US/later/business";
import type { cart } from "./en-US/later/cart";
import type { checkoutDetails } from "./en-US/later/checkoutDetails";
import type { filter } from "./en-US/later/filter";
import type { google } from "./en-US/later/google";
import type { notifications } from "./en-US/later/notifications";
import type { orderBilling } from "./en-US/later/orderBilling";
import type { orders } from "./en-US/later/orders";
import type { payment } from "./en-US/later/payment";
import type { privacy } from "./en-US/later/privacy";
import type { productExtras } from "./en-US/later/productExtras";
import type { profile } from "./en-US/later/profile";
import type { returns } from "./en-US/later/returns";
import type { reviews } from "./en-US/later/reviews";
import type { storeCredit } from "./en-US/later/storeCredit";
import type { wishlist } from "./en-US/later/wishlist";

export const DEFAULT_LOCALE = "en-US";

/** The sentences that come with the screens that say them; `later/` adds them. */
type Later = typeof business &
  typeof cart &
  typeof checkoutDetails &
  typeof filter &
  typeof google &
  typeof notifications &
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

const first = {
  ...frame,
  ...rules,
  ...catalog,
  ...buying,
  ...account,
  ...content,
  ...afterSale,
};

/** Every sentence on the screen, in the language that stands in for all others. */
export const enUS = first as typeof first & Later;

/** Adds the sentences of a part; a file of `later/` calls it when the first screen that says them loads. */
export function addMessages(part: Partial<Later>): void {
  Object.assign(enUS, part);
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

/** Keys of sentences in which nothing is filled in. */
export type PlainKey = { [K in MessageKey]: Parameters<K> extends [] ? K : never }[MessageKey];

/**
 * The sentence of a value that the server chose, by `prefix.value`. A newer server may send values that
 * this build does not know: `otherwise` is said of those.
 */
export function tOf<Prefix extends string, Value extends string>(
  prefix: Prefix,
  value: `${Prefix}.${Value}` extends PlainKey ? Value : never,
  otherwise: PlainKey,
): string {
  const key = `${prefix}.${value as string}`;
  return t(Object.hasOwn(enUS, key) ? (key as PlainKey) : otherwise);
}

/** The sentence of a key in the shop's language. */
export function t<K extends MessageKey>(key: K, ...[values]: Parameters<K>): string {
  const given: Readonly<Record<string, string | number>> = values ?? {};
  const message: Message = catalogue[key] ?? (enUS as Messages)[key] ?? key;
  const text =
    typeof message === "string"
      ? message
      : (message[plurals.select(Number(given["count"]))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole));
}
