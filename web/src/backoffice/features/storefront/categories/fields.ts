import type { FieldPicture } from "../../../ui/pictures/PictureField";
import type { CategoryChanges, CategoryDetails } from "./types";

export const FIELD_NAMES = [
  "title",
  "slug",
  "description",
  "image",
  "sizeGuideId",
  "seoTitle",
  "seoDescription",
] as const;

export const FIELD_LABELS = {
  title: "storefront.categoryTitle",
  slug: "storefront.slug",
  description: "storefront.description",
  image: "storefront.picture",
  sizeGuideId: "storefront.sizeGuide",
  seoTitle: "storefront.seoTitle",
  seoDescription: "storefront.seoDescription",
} as const;

export interface Values {
  title: string;
  slug: string;
  description: string;
  image: FieldPicture | null;
  sizeGuideId: number | null;
  seoTitle: string;
  seoDescription: string;
}

export function valuesOf(details: CategoryDetails): Values {
  const { title, slug, description, sizeGuideId, seoTitle, seoDescription } = details;
  const image = details.image as FieldPicture | null;
  return { title, slug, description, image, sizeGuideId, seoTitle, seoDescription };
}

/** A value as text, to show and to compare. */
export function shownValue(value: Values[keyof Values]): string {
  if (value === null) return "";
  return typeof value === "object" ? `${value.path} ${value.alt}` : String(value);
}

/** The fields that differ, as the API takes them. */
export function changesOf(values: Values, stored: CategoryDetails): CategoryChanges {
  const before = valuesOf(stored);
  const changed = FIELD_NAMES.filter(
    (name) => shownValue(values[name]) !== shownValue(before[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, values[name]]));
}
