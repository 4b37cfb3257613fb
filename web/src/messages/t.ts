import { account } from "./en-US/account";
import { afterSale } from "./en-US/afterSale";
import { business } from "./en-US/business";
import { buying } from "./en-US/buying";
import { cart } from "./en-US/cart";
import { catalog } from "./en-US/catalog";
import { checkoutDetails } from "./en-US/checkoutDetails";
import { content } from "./en-US/content";
import { earlierOrders } from "./en-US/earlierOrders";
import { filter } from "./en-US/filter";
import { frame } from "./en-US/frame";
import { google } from "./en-US/google";
import { line } from "./en-US/line";
import { lightbox } from "./en-US/lightbox";
import { noScript } from "./en-US/noScript";
import { notifications } from "./en-US/notifications";
import { offline } from "./en-US/offline";
import { orderBilling } from "./en-US/orderBilling";
import { orders } from "./en-US/orders";
import { payment } from "./en-US/payment";
import { privacy } from "./en-US/privacy";
import { productExtras } from "./en-US/productExtras";
import { productMedia } from "./en-US/productMedia";
import { profile } from "./en-US/profile";
import { returns } from "./en-US/returns";
import { reviews } from "./en-US/reviews";
import { rules } from "./en-US/rules";
import { storeCredit } from "./en-US/storeCredit";
import { wishlist } from "./en-US/wishlist";

export const DEFAULT_LOCALE = "en-US";

/** All messages in English, the fallback for other languages. A build moves them into the modules that use them. */
export const enUS = {
  ...frame,
  ...rules,
  ...catalog,
  ...buying,
  ...account,
  ...content,
  ...afterSale,
  ...business,
  ...cart,
  ...checkoutDetails,
  ...earlierOrders,
  ...filter,
  ...google,
  ...lightbox,
  ...line,
  ...noScript,
  ...notifications,
  ...offline,
  ...orderBilling,
  ...orders,
  ...payment,
  ...privacy,
  ...productExtras,
  ...productMedia,
  ...profile,
  ...returns,
  ...reviews,
  ...storeCredit,
  ...wishlist,
};

/** Adds messages; called by modules of a build (`scripts/messages.ts`). */
export function addMessages(messages: Partial<typeof enUS>): void {
  Object.assign(enUS, messages);
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
