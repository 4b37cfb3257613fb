import { t } from "../../messages/t";
import { timeValue } from "../../ui/time";
import type { AlertFrequency, LowLevels, LowLevelsInput } from "./queries";

/** Units; "" while the field is empty. */
export type Units = number | "";

/** What the page edits. */
export interface Draft {
  shop: Units;
  /** By the id of the category. */
  categories: Readonly<Record<number, Units>>;
  frequency: AlertFrequency;
  /** Null while the field is empty. */
  atMinute: number | null;
  recipients: readonly number[];
}

export function draftOf({ shop, categories, alerts }: LowLevels, shopLowAt: number | null): Draft {
  return {
    shop: shopLowAt ?? shop.lowAt,
    categories: Object.fromEntries(categories.map((one) => [one.categoryId, one.lowAt])),
    frequency: alerts.frequency,
    atMinute: alerts.atMinute,
    recipients: alerts.recipients.map(({ id }) => id),
  };
}

export function inputOf(draft: Draft): LowLevelsInput {
  return {
    categories: Object.entries(draft.categories).map(([id, lowAt]) => ({
      categoryId: Number(id),
      lowAt: Number(lowAt),
    })),
    alerts: {
      frequency: draft.frequency,
      atMinute: draft.atMinute ?? 0,
      recipients: [...draft.recipients],
    },
  };
}

/** A field as text; categories are fields of their own. Undefined for a category without a level. */
export function textOf(draft: Draft, field: string, names: ReadonlyMap<number, string>): string {
  const category = categoryOf(field);
  if (category !== null) return String(draft.categories[category] ?? t("stock.noLevel"));
  if (field === "shop") return String(draft.shop);
  if (field === "frequency") return t(`stock.frequency.${draft.frequency}`);
  if (field === "atMinute") return draft.atMinute === null ? "" : timeValue(draft.atMinute);
  return draft.recipients.map((id) => names.get(id) ?? `#${id}`).join(", ");
}

/** The id in "category-7"; null for another field. */
export function categoryOf(field: string): number | null {
  const [, id] = /^category-(\d+)$/.exec(field) ?? [];
  return id === undefined ? null : Number(id);
}

/** The fields in which two drafts differ. */
export function changedFields(mine: Draft, stored: Draft): string[] {
  const ids = new Set([...Object.keys(mine.categories), ...Object.keys(stored.categories)]);
  const categories = [...ids].filter(
    (id) => mine.categories[Number(id)] !== stored.categories[Number(id)],
  );
  return [
    ...(mine.shop === stored.shop ? [] : ["shop"]),
    ...categories.map((id) => `category-${id}`),
    ...(mine.frequency === stored.frequency ? [] : ["frequency"]),
    ...(mine.atMinute === stored.atMinute ? [] : ["atMinute"]),
    ...(isSameSet(mine.recipients, stored.recipients) ? [] : ["recipients"]),
  ];
}

function isSameSet(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}

/** Takes over some fields of a draft into another one. */
export function merged(into: Draft, from: Draft, fields: Iterable<string>): Draft {
  const chosen = new Set(fields);
  const ids = [...chosen].map(categoryOf).filter((id) => id !== null);
  const others = Object.entries(into.categories).filter(([id]) => !ids.includes(Number(id)));
  const mine = Object.entries(from.categories).filter(([id]) => ids.includes(Number(id)));
  return {
    shop: chosen.has("shop") ? from.shop : into.shop,
    categories: Object.fromEntries([...others, ...mine]),
    frequency: chosen.has("frequency") ? from.frequency : into.frequency,
    atMinute: chosen.has("atMinute") ? from.atMinute : into.atMinute,
    recipients: chosen.has("recipients") ? from.recipients : into.recipients,
  };
}

/** Sentences about what has to be filled in, by field. */
export function problemsOf(draft: Draft): Readonly<Record<string, string>> {
  const missing = Object.entries(draft.categories).filter(([, lowAt]) => lowAt === "");
  return {
    ...Object.fromEntries(missing.map(([id]) => [`category-${id}`, t("stock.levelMissing")])),
    ...(draft.shop === "" ? { shop: t("stock.levelMissing") } : {}),
    ...(draft.atMinute === null ? { atMinute: t("stock.chooseTime") } : {}),
    ...(draft.frequency !== "off" && draft.recipients.length === 0
      ? { recipients: t("stock.chooseRecipients") }
      : {}),
  };
}
