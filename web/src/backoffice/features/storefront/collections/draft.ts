import type { FieldPicture } from "../../../ui/pictures/PictureField";
import type {
  CollectionChanges,
  CollectionDetails,
  CollectionProduct,
  Condition,
  Rule,
} from "./queries";

export type ConditionField = Condition["field"];

/** A condition while it is edited; its value may still be empty. */
export interface DraftCondition {
  /** Names the row; not sent. */
  key: number;
  field: ConditionField;
  name: string;
  value: string | number | boolean;
}

/** A collection while it is edited. */
export interface Draft {
  title: string;
  slug: string;
  description: string;
  image: FieldPicture | null;
  seoTitle: string;
  seoDescription: string;
  byRule: boolean;
  match: Rule["match"];
  sort: Rule["sort"];
  conditions: DraftCondition[];
  products: CollectionProduct[];
}

export const newCondition = (key: number): DraftCondition => ({
  key,
  field: "category",
  name: "",
  value: "",
});

export const EMPTY: Draft = {
  title: "",
  slug: "",
  description: "",
  image: null,
  seoTitle: "",
  seoDescription: "",
  byRule: false,
  match: "all",
  sort: "newest",
  conditions: [newCondition(0)],
  products: [],
};

export function draftOf(details: CollectionDetails): Draft {
  const { title, slug, description, seoTitle, seoDescription, rule } = details;
  return {
    ...{ title, slug, description, seoTitle, seoDescription },
    image: details.image as FieldPicture | null,
    byRule: rule !== null,
    match: rule?.match ?? "all",
    sort: rule?.sort ?? "newest",
    conditions: rule?.conditions.map((one, key) => ({ ...one, key })) ?? [newCondition(0)],
    products: rule === null ? details.products : [],
  };
}

/** The rule of a draft; null without one, or while a condition is incomplete. */
export function ruleOf({ byRule, match, sort, conditions }: Draft): Rule | null {
  const isComplete =
    conditions.length > 0 &&
    conditions.every(({ field, name, value }) => value !== "" && (field !== "attribute" || name));
  if (!byRule || !isComplete) return null;
  return {
    match,
    sort,
    conditions: conditions.map(({ field, name, value }) => ({ field, name, value })),
  };
}

const TEXTS = ["title", "slug", "description", "seoTitle", "seoDescription"] as const;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What differs from the stored collection, as the API takes it. */
export function changesOf(draft: Draft, stored: Draft): CollectionChanges {
  const changes: CollectionChanges = {};
  for (const name of TEXTS) if (draft[name] !== stored[name]) changes[name] = draft[name];
  if (!same(draft.image, stored.image)) changes.image = draft.image;
  const ids = draft.products.map(({ id }) => id);
  if (draft.byRule) {
    const rule = ruleOf(draft);
    if (!same(rule, ruleOf(stored))) changes.rule = rule;
  } else {
    if (stored.byRule) changes.rule = null;
    const before = stored.products.map(({ id }) => id);
    if (stored.byRule || !same(ids, before)) changes.productIds = ids;
  }
  return changes;
}

/** Whether a draft can be saved: a rule needs complete conditions. */
export const isComplete = (draft: Draft): boolean => !draft.byRule || ruleOf(draft) !== null;
