import type { ConflictField } from "../../../ui/ConflictDialog";
import { t } from "../../../messages/t";
import { same } from "../merging";
import type { OfferedFilter } from "./queries";

type Rows = readonly OfferedFilter[];

/** What is sent of a filter. */
export const inputOf = ({ name, label, hidden, valueOrder }: OfferedFilter) => ({
  name,
  label: label.trim(),
  hidden,
  valueOrder,
});

const namesOf = (rows: Rows) => rows.map(({ name }) => name);
const byName = (rows: Rows) => new Map(rows.map((row) => [row.name, row]));
const isChanged = (row: OfferedFilter, before: OfferedFilter | undefined) =>
  before === undefined || !same(inputOf(row), inputOf(before));

/** The order of the filters that both lists have. */
const commonOrder = (rows: Rows, other: Rows) => {
  const known = new Set(namesOf(other));
  return namesOf(rows).filter((name) => known.has(name));
};
const isReordered = (rows: Rows, before: Rows) =>
  !same(commonOrder(rows, before), commonOrder(before, rows));

/** How many filters differ; a new order is one change. */
export function changeCount(rows: Rows, stored: Rows): number {
  const before = byName(stored);
  const changed = rows.filter((row) => isChanged(row, before.get(row.name))).length;
  return changed + (isReordered(rows, stored) ? 1 : 0);
}

const ORDER = "order";
const fieldOf = (name: string) => `filter:${name}`;

function textOf(row: OfferedFilter | undefined): string {
  if (row === undefined) return "";
  const shown = row.hidden ? [] : [t("filters.shownShort")];
  return [row.label, ...shown, ...row.valueOrder].join(", ");
}

/** What both changed, and the list that a choice leads to. */
export function mergeFilters(mine: Rows, based: Rows, theirs: Rows) {
  const [before, current] = [byName(based), byName(theirs)];
  const own = mine.filter((row) => current.has(row.name) && isChanged(row, before.get(row.name)));
  const both = own.filter((row) => {
    const other = current.get(row.name);
    return other && isChanged(other, before.get(row.name)) && isChanged(row, other);
  });
  const fields: ConflictField[] = both.map((row) => ({
    name: fieldOf(row.name),
    label: row.label,
    theirs: textOf(current.get(row.name)),
    mine: textOf(row),
  }));
  const reordered = isReordered(mine, based);
  if (reordered && isReordered(theirs, based)) {
    const labels = (rows: Rows) => rows.map(({ label }) => label).join(", ");
    fields.push({
      name: ORDER,
      label: t("filters.order"),
      theirs: labels(theirs),
      mine: labels(mine),
    });
  }
  const inConflict = new Set(fields.map(({ name }) => name));
  const keeps = (name: string, chosen: ReadonlySet<string>) =>
    !inConflict.has(name) || chosen.has(name);
  const merged = (chosen: ReadonlySet<string>): OfferedFilter[] => {
    const chosenRows = byName(own.filter((row) => keeps(fieldOf(row.name), chosen)));
    const rows = theirs.map((row) => {
      const change = chosenRows.get(row.name);
      return change ? { ...row, ...inputOf(change), values: change.values } : row;
    });
    if (!reordered || !keeps(ORDER, chosen)) return rows;
    const places = new Map(namesOf(mine).map((name, place) => [name, place]));
    const place = ({ name }: OfferedFilter) => places.get(name) ?? mine.length;
    return rows.sort((one, other) => place(one) - place(other));
  };
  return { fields, merged };
}
