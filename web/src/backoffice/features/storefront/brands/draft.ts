import { t } from "../../../messages/t";
import type { Texts } from "../merging";
import type { BrandDetails } from "./queries";

/** A brand while it is edited. */
export interface BrandDraft {
  name: string;
  slug: string;
  description: string;
}

export const draftOf = ({ name, slug, description }: BrandDetails): BrandDraft => ({
  name,
  slug,
  description,
});

const LABELS = {
  name: "brands.name",
  slug: "storefront.slug",
  description: "brands.description",
} as const;

export const TEXTS: Texts<BrandDraft> = {
  label: (field) => t(LABELS[field]),
  text: (draft, field) => draft[field],
};
