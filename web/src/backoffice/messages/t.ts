import { account } from "./en-US/account";
import { archives } from "./en-US/archives";
import { audit } from "./en-US/audit";
import { brands } from "./en-US/brands";
import { carriers } from "./en-US/carriers";
import { content } from "./en-US/content";
import { customers } from "./en-US/customers";
import { drafts } from "./en-US/drafts";
import { edits } from "./en-US/edits";
import { extensions } from "./en-US/extensions";
import { filters } from "./en-US/filters";
import { frame } from "./en-US/frame";
import { guide } from "./en-US/guide";
import { health } from "./en-US/health";
import { importedOrders } from "./en-US/importedOrders";
import { imports } from "./en-US/imports";
import { order } from "./en-US/order";
import { orders } from "./en-US/orders";
import { products } from "./en-US/products";
import { productEditor } from "./en-US/productEditor";
import { productMedia } from "./en-US/productMedia";
import { promotions } from "./en-US/promotions";
import { refunds } from "./en-US/refunds";
import { reports } from "./en-US/reports";
import { returns } from "./en-US/returns";
import { samples } from "./en-US/samples";
import { search } from "./en-US/search";
import { searchWords } from "./en-US/searchWords";
import { setup } from "./en-US/setup";
import { settings } from "./en-US/settings";
import { signin } from "./en-US/signin";
import { sizeGuides } from "./en-US/sizeGuides";
import { stock } from "./en-US/stock";
import { layout } from "./en-US/layout";
import { sliders } from "./en-US/sliders";
import { storefront } from "./en-US/storefront";
import { support } from "./en-US/support";
import { team } from "./en-US/team";
import { themes } from "./en-US/themes";
import { today } from "./en-US/today";
import { ui } from "./en-US/ui";
import { webhooks } from "./en-US/webhooks";

export const DEFAULT_LOCALE = "en-US";

/** All messages in English, the fallback for other languages. */
export const enUS = {
  ...frame,
  ...ui,
  ...signin,
  ...today,
  ...orders,
  ...refunds,
  ...edits,
  ...drafts,
  ...products,
  ...promotions,
  ...order,
  ...importedOrders,
  ...returns,
  ...content,
  ...customers,
  ...stock,
  ...support,
  ...layout,
  ...brands,
  ...carriers,
  ...filters,
  ...sliders,
  ...sizeGuides,
  ...storefront,
  ...settings,
  ...webhooks,
  ...team,
  ...themes,
  ...account,
  ...archives,
  ...audit,
  ...guide,
  ...health,
  ...reports,
  ...samples,
  ...search,
  ...searchWords,
  ...setup,
  ...extensions,
  ...productEditor,
  ...productMedia,
  ...imports,
};

/** A text, or its plural forms. Names in braces are parameters; `count` chooses the form. */
export type Message =
  string | ({ readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>);
export type MessageKey = keyof typeof enUS;
/** The messages of a file in `languages/`. Missing ones are in English. */
export type Messages = Partial<Record<MessageKey, Message>>;

type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type TextsOf<M> = M extends string ? M : M extends { one: string; other: string } ? M["other"] : "";
/** A plural chooses its form by `count`, even if no form shows it. */
type Filled<M> = NamesIn<TextsOf<M>> | (M extends string ? never : "count");
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

/** The message of a key in the current language. Counts are grouped as in the language: 10,000. */
export function t<K extends MessageKey>(key: K, ...[values]: Parameters<K>): string {
  const given: Readonly<Record<string, string | number>> = values ?? {};
  const message: Message = catalogue[key] ?? (enUS as Messages)[key] ?? key;
  const text =
    typeof message === "string"
      ? message
      : (message[plurals.select(Number(given["count"]))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = given[name];
    return typeof value === "number"
      ? new Intl.NumberFormat(locale).format(value)
      : (value ?? whole);
  });
}

/**
 * The message `prefix.value` for a value of a server enumeration; the value itself if this build does not
 * know it yet.
 */
export function tEnum<Prefix extends string, Value extends string>(
  prefix: Prefix,
  value: `${Prefix}.${Value}` extends PlainKey ? Value : never,
): string {
  const key = `${prefix}.${value as string}`;
  return Object.hasOwn(enUS, key) ? t(key as PlainKey) : value;
}
