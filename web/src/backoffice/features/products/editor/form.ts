import { minorUnits, parseAmount } from "@/format/money";
import { numberFormat } from "@/format/numberFormat";
import type { Channel, ProductBody, ProductMatch, ProductRecord, WeightUnit } from "./queries";
import { momentOf, parseCount, parseWeight, typedWeight, wallTime } from "./units";

/** A variant in the grid: texts as typed. */
export interface Row {
  key: string;
  id: number | null;
  options: readonly string[];
  sku: string;
  price: string;
  compareAtPrice: string;
  cost: string;
  stock: string;
  barcode: string;
  weight: string;
  weightUnit: WeightUnit;
  tracked: boolean;
  backorder: boolean;
  requiresShipping: boolean;
  taxable: boolean;
  picture: string;
  /** As stored; null for a new variant. */
  storedStock: number | null;
  held: number;
}

export interface Option {
  name: string;
  values: readonly string[];
}

export type Picture = ProductRecord["pictures"][number];
export type Video = ProductRecord["videos"][number];
export type Frame = ProductRecord["spin"][number] & { key: string };
export type Attribute = ProductRecord["attributes"][number] & { key: string };
export interface Specification {
  key: string;
  name: string;
  value: string;
}
export interface GiftCard {
  minimum: string;
  maximum: string;
  months: string;
}

/** What the editor holds. */
export interface Form {
  title: string;
  slug: string;
  summary: string;
  descriptionHtml: string;
  brand: string;
  productType: string;
  tags: readonly string[];
  categories: readonly number[];
  attributes: readonly Attribute[];
  specification: readonly Specification[];
  options: readonly Option[];
  swatches: ProductRecord["swatches"];
  rows: readonly Row[];
  pictures: readonly Picture[];
  videos: readonly Video[];
  spin: readonly Frame[];
  seoTitle: string;
  seoDescription: string;
  status: ProductRecord["status"];
  returnable: boolean;
  maxPerOrder: string;
  giftCard: GiftCard | null;
  publishAt: string;
  unpublishAt: string;
  channels: readonly Channel[];
  related: readonly ProductMatch[];
  stockReason: string;
}

export const CHANNELS: readonly Channel[] = ["online_store", "product_feed", "search_engines"];

/** A copy of a record without a key. */
export function without<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

let keys = 0;
export const newKey = () => `new-${(keys += 1)}`;

export function newRow(options: readonly string[] = [], like?: Row): Row {
  return {
    key: newKey(),
    id: null,
    options,
    sku: "",
    price: like?.price ?? "",
    compareAtPrice: like?.compareAtPrice ?? "",
    cost: like?.cost ?? "",
    stock: "0",
    barcode: "",
    weight: like?.weight ?? "",
    weightUnit: like?.weightUnit ?? "g",
    tracked: like?.tracked ?? true,
    backorder: like?.backorder ?? false,
    requiresShipping: like?.requiresShipping ?? true,
    taxable: like?.taxable ?? true,
    picture: "",
    storedStock: null,
    held: 0,
  };
}

export const emptyForm = (): Form => ({
  title: "",
  slug: "",
  summary: "",
  descriptionHtml: "",
  brand: "",
  productType: "",
  tags: [],
  categories: [],
  attributes: [],
  specification: [],
  options: [],
  swatches: {},
  rows: [newRow()],
  pictures: [],
  videos: [],
  spin: [],
  seoTitle: "",
  seoDescription: "",
  status: "draft",
  returnable: true,
  maxPerOrder: "",
  giftCard: null,
  publishAt: "",
  unpublishAt: "",
  channels: CHANNELS,
  related: [],
  stockReason: "",
});

/** An amount with all decimals, so that a column of prices is aligned: 54.00. */
function amountText(amount: number | null, currency: string): string {
  if (amount === null) return "";
  const units = minorUnits(currency);
  const digits = Math.round(Math.log10(units));
  return numberFormat({
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / units);
}

function rowOf(variant: ProductRecord["variants"][number], currency: string): Row {
  const { id, stock, weightGrams, price, compareAtPrice, cost, ...rest } = variant;
  return {
    ...rest,
    id,
    key: `v${id}`,
    price: amountText(price, currency),
    compareAtPrice: amountText(compareAtPrice, currency),
    cost: amountText(cost, currency),
    stock: String(stock),
    storedStock: stock,
    weight: typedWeight(weightGrams, rest.weightUnit),
  };
}

export function formOf(record: ProductRecord, timeZone: string): Form {
  const { currency, giftCard } = record;
  return {
    ...emptyForm(),
    ...record,
    categories: record.categories.map(({ id }) => id),
    attributes: record.attributes.map((one, place) => ({ ...one, key: `a${place}` })),
    specification: record.specification.map((one, place) => ({ ...one, key: `s${place}` })),
    spin: record.spin.map((frame, place) => ({ ...frame, key: `f${place}` })),
    options: record.optionNames.map((name, place) => ({
      name,
      values: [...new Set(record.variants.map(({ options }) => options[place] ?? ""))],
    })),
    rows: record.variants.map((variant) => rowOf(variant, currency)),
    maxPerOrder: record.maxPerOrder === null ? "" : String(record.maxPerOrder),
    giftCard: giftCard && {
      minimum: giftCard.minimum > 0 ? amountText(giftCard.minimum, currency) : "",
      maximum: giftCard.maximum > 0 ? amountText(giftCard.maximum, currency) : "",
      months: giftCard.months > 0 ? String(giftCard.months) : "",
    },
    publishAt: wallTime(record.publishAt, timeZone),
    unpublishAt: wallTime(record.unpublishAt, timeZone),
    stockReason: "",
  };
}

function variantOf(row: Row, currency: string): ProductBody["variants"][number] {
  const level = parseCount(row.stock);
  const isCounted =
    row.tracked && level !== null && (row.id === null ? level > 0 : level !== row.storedStock);
  return {
    id: row.id,
    options: [...row.options],
    sku: row.sku,
    price: parseAmount(row.price, currency) ?? 0,
    compareAtPrice: parseAmount(row.compareAtPrice, currency),
    cost: parseAmount(row.cost, currency),
    barcode: row.barcode,
    weightGrams: parseWeight(row.weight, row.weightUnit),
    weightUnit: row.weightUnit,
    tracked: row.tracked,
    backorder: row.backorder,
    requiresShipping: row.requiresShipping,
    taxable: row.taxable,
    picture: row.picture,
    stock: isCounted ? { before: row.storedStock, level } : null,
  };
}

/** What is sent. */
export function bodyOf(form: Form, currency: string, timeZone: string): ProductBody {
  const amount = (text: string) => parseAmount(text, currency) ?? 0;
  return {
    title: form.title,
    slug: form.slug.trim() === "" ? null : form.slug,
    summary: form.summary,
    descriptionHtml: form.descriptionHtml,
    brand: form.brand,
    productType: form.productType,
    tags: [...form.tags],
    categories: [...form.categories],
    attributes: form.attributes
      .filter(({ label, values }) => label.trim() !== "" && values.length > 0)
      .map(({ label, values, kind, unit }) => ({ label, values, kind, unit })),
    specification: form.specification
      .filter(({ name, value }) => name.trim() !== "" && value.trim() !== "")
      .map(({ name, value }) => ({ name, value })),
    optionNames: form.options.map(({ name }) => name),
    swatches: form.swatches,
    variants: form.rows.map((row) => variantOf(row, currency)),
    pictures: form.pictures.map((picture) => ({ ...picture })),
    videos: form.videos.map((video) => ({ ...video })),
    spin: form.spin.map(({ path, width, height, colour, preview }) => ({
      ...{ path, width, height, colour, preview },
    })),
    seoTitle: form.seoTitle,
    seoDescription: form.seoDescription,
    status: form.status,
    returnable: form.returnable,
    maxPerOrder: parseCount(form.maxPerOrder),
    giftCard: form.giftCard && {
      minimum: amount(form.giftCard.minimum),
      maximum: amount(form.giftCard.maximum),
      months: parseCount(form.giftCard.months) ?? 0,
    },
    publishAt: momentOf(form.publishAt, timeZone),
    unpublishAt: momentOf(form.unpublishAt, timeZone),
    channels: [...form.channels],
    related: form.related.map(({ id }) => id),
    stockReason: form.stockReason,
  };
}
