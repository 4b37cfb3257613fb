import { t } from "../../../messages/t";
import { ConflictDialog } from "../../../ui/ConflictDialog";
import { changedNames, type Draft, type Name } from "./draft";

const LABELS = {
  title: "sizeGuides.title",
  introduction: "sizeGuides.introduction",
  option: "sizeGuides.option",
  unit: "sizeGuides.unit",
  table: "sizeGuides.table",
} as const;
type Field = keyof typeof LABELS;

/** Columns and rows belong together. */
const fieldOf = (name: Name): Field => (name === "columns" || name === "rows" ? "table" : name);

function textOf(draft: Draft, field: Field): string {
  if (field !== "table") return draft[field];
  const head = draft.columns.map(({ title }) => title);
  return [head, ...draft.rows].map((row) => row.join(" | ")).join("\n");
}

interface Props {
  draft: Draft;
  /** What my change started from. */
  based: Draft;
  theirs: Draft;
  onClose: () => void;
  onResolve: (merged: Draft) => void;
}

/** Somebody else saved the size guide in between: their fields beside mine. */
export function SizeGuideConflict({ draft, based, theirs, onClose, onResolve }: Props) {
  const changed = [...new Set(changedNames(draft, based).map(fieldOf))];
  const alsoTheirs = new Set(changedNames(theirs, based).map(fieldOf));
  const conflicting = changed.filter(
    (field) => alsoTheirs.has(field) && textOf(draft, field) !== textOf(theirs, field),
  );
  return (
    <ConflictDialog
      opened
      onClose={onClose}
      fields={conflicting.map((name) => ({
        name,
        label: t(LABELS[name]),
        theirs: textOf(theirs, name),
        mine: textOf(draft, name),
      }))}
      onResolve={(mine) => {
        const own = changed.filter((field) => !conflicting.includes(field) || mine.has(field));
        const names = own.flatMap((field) =>
          field === "table" ? (["columns", "rows"] as const) : [field],
        );
        onResolve({ ...theirs, ...Object.fromEntries(names.map((name) => [name, draft[name]])) });
      }}
    />
  );
}
