import { t } from "../../../messages/t";
import { ConflictDialog } from "../../../ui/ConflictDialog";
import { type Draft, draftOf } from "./draft";
import type { CollectionDetails } from "./queries";

const LABELS = {
  title: "storefront.collectionTitle",
  slug: "storefront.slug",
  description: "storefront.description",
  image: "storefront.collectionPicture",
  seoTitle: "storefront.seoTitle",
  seoDescription: "storefront.seoDescription",
  filled: "storefront.productList",
} as const;
type Name = keyof typeof LABELS;
const NAMES = Object.keys(LABELS) as Name[];

/** A field as text, to show and to compare. Rule and products belong together. */
function textOf(draft: Draft, name: Name): string {
  if (name === "image") return draft.image?.alt || (draft.image?.path ?? "");
  if (name !== "filled") return draft[name];
  if (!draft.byRule) return draft.products.map(({ title }) => title).join(", ");
  const values = draft.conditions.map(({ field, value }) => `${field}: ${String(value)}`);
  return [t("storefront.byRule"), draft.match, draft.sort, ...values].join(", ");
}

const FILLED = ["byRule", "match", "sort", "conditions", "products"] as const;

interface Props {
  draft: Draft;
  based: CollectionDetails;
  current: CollectionDetails;
  onClose: () => void;
  onResolve: (current: CollectionDetails, merged: Draft) => void;
}

/** Somebody else saved the collection in between: their fields beside mine. */
export function CollectionConflict({ draft, based, current, onClose, onResolve }: Props) {
  const before = draftOf(based);
  const theirs = draftOf(current);
  const changed = NAMES.filter((name) => textOf(draft, name) !== textOf(before, name));
  const merge = (mine: ReadonlySet<string>): Draft => {
    const resolved = changed.filter(
      (name) => mine.has(name) || textOf(before, name) === textOf(theirs, name),
    );
    const fields = resolved.flatMap((name) => (name === "filled" ? [...FILLED] : [name]));
    return { ...theirs, ...Object.fromEntries(fields.map((name) => [name, draft[name]])) };
  };
  return (
    <ConflictDialog
      opened
      onClose={onClose}
      fields={changed
        .filter((name) => textOf(theirs, name) !== textOf(draft, name))
        .map((name) => ({
          name,
          label: t(LABELS[name]),
          theirs: textOf(theirs, name),
          mine: textOf(draft, name),
        }))}
      onResolve={(mine) => onResolve(current, merge(mine))}
    />
  );
}
