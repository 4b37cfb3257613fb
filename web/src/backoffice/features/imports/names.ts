import { type PlainKey, t } from "../../messages/t";

/** Names of what an import can change, by their names in the API. */
const FIELDS: Readonly<Record<string, PlainKey>> = {
  title: "imports.field.title",
  slug: "imports.field.slug",
  optionNames: "imports.field.optionNames",
  descriptionHtml: "imports.field.descriptionHtml",
  summary: "imports.field.summary",
  brand: "imports.field.brand",
  productType: "imports.field.productType",
  tags: "imports.field.tags",
  status: "imports.field.status",
  swatches: "imports.field.swatches",
  categories: "imports.field.categories",
  attributes: "imports.field.attributes",
  specification: "imports.field.specification",
  seoTitle: "imports.field.seoTitle",
  seoDescription: "imports.field.seoDescription",
  pictures: "imports.field.pictures",
  returnable: "imports.field.returnable",
  maxPerOrder: "imports.field.maxPerOrder",
  variants: "imports.field.variants",
  extra: "imports.field.extra",
};

const PARTS: Readonly<Record<string, PlainKey>> = {
  price: "imports.part.price",
  compareAtPrice: "imports.part.compareAtPrice",
  stock: "imports.part.stock",
  tracked: "imports.part.tracked",
  backorder: "imports.part.backorder",
  sku: "imports.part.sku",
  barcode: "imports.part.barcode",
  weightGrams: "imports.part.weightGrams",
  weightUnit: "imports.part.weightUnit",
  image: "imports.part.image",
  requiresShipping: "imports.part.requiresShipping",
  taxable: "imports.part.taxable",
  cost: "imports.part.cost",
  position: "imports.part.position",
  alt: "imports.part.alt",
  options: "imports.part.options",
  focus: "imports.part.focus",
};

const OPTIONS: Readonly<Record<string, PlainKey>> = {
  existing: "imports.option.existing",
  absent: "imports.option.absent",
};

const VALUES: Readonly<Record<string, PlainKey>> = {
  "existing.update": "imports.option.existing.update",
  "existing.leave": "imports.option.existing.leave",
  "absent.leave": "imports.option.absent.leave",
  "absent.archive": "imports.option.absent.archive",
};

const GROUPS: Readonly<Record<string, PlainKey>> = {
  product: "imports.group.product",
  variant: "imports.group.variant",
  picture: "imports.group.picture",
  own: "imports.group.own",
};

function nameIn(names: Readonly<Record<string, PlainKey>>, key: string): string {
  const name = names[key];
  return name === undefined ? key : t(name);
}

export const fieldName = (field: string) => nameIn(FIELDS, field);
/** A column that is stored without being used is its own name. */
export const partName = (part: string) => nameIn(PARTS, part);
/** Other kinds than products name their groups themselves. */
export const groupName = (group: string) => nameIn(GROUPS, group);
export const optionName = (option: string) => nameIn(OPTIONS, option);
export const valueName = (option: string, value: string) => nameIn(VALUES, `${option}.${value}`);
