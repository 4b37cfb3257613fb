import { type PlainKey, t } from "../../../messages/t";

/** The fields of the form, in the order of the page. Variants are compared cell by cell. */
export const FIELD_LABELS = {
  title: "productEditor.title",
  slug: "productEditor.slug",
  summary: "productEditor.summary",
  descriptionHtml: "productEditor.description",
  pictures: "productEditor.pictures",
  videos: "productEditor.videos",
  spin: "productEditor.spin",
  options: "productEditor.options",
  swatches: "productEditor.swatches",
  specification: "productEditor.specification",
  attributes: "productEditor.attributes",
  seoTitle: "productEditor.seoTitle",
  seoDescription: "productEditor.seoDescription",
  status: "productEditor.status",
  publishAt: "productEditor.publishAt",
  unpublishAt: "productEditor.unpublishAt",
  channels: "productEditor.channels",
  productType: "productEditor.productType",
  brand: "productEditor.brand",
  categories: "productEditor.categories",
  tags: "productEditor.tags",
  related: "productEditor.related",
  returnable: "productEditor.returnable",
  maxPerOrder: "productEditor.maxPerOrder",
  giftCard: "productEditor.giftCard",
} as const satisfies Record<string, PlainKey>;

export const ROW_LABELS = {
  options: "productEditor.options",
  sku: "productEditor.sku",
  price: "productEditor.price",
  compareAtPrice: "productEditor.compareAtPrice",
  cost: "productEditor.cost",
  stock: "productEditor.stock",
  barcode: "productEditor.barcode",
  weight: "productEditor.weight",
  weightUnit: "productEditor.weightUnit",
  picture: "productEditor.picture",
  tracked: "productEditor.tracked",
  backorder: "productEditor.backorder",
  requiresShipping: "productEditor.requiresShipping",
  taxable: "productEditor.taxable",
} as const satisfies Record<string, PlainKey>;

/** Names of the API's fields in versions, where they differ from those of the form. */
export const VERSION_LABELS: Readonly<Record<string, PlainKey>> = {
  ...FIELD_LABELS,
  optionNames: "productEditor.options",
  variants: "productEditor.variants",
  rows: "productEditor.variants",
  schedule: "productEditor.schedule",
};

/** The name of a field of the form or of a version; the field itself if this build does not know it yet. */
export function labelOf(field: string): string {
  const key = VERSION_LABELS[field];
  return key ? t(key) : field;
}
