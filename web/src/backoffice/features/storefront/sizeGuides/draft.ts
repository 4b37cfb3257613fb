import { t } from "../../../messages/t";
import type { SizeGuideDetails, SizeGuideInput } from "./queries";

/** A size guide while it is edited. Each row has a text for each column. */
export interface Draft {
  title: string;
  introduction: string;
  option: string;
  unit: "cm" | "in" | "";
  columns: readonly { title: string; measured: boolean }[];
  rows: readonly (readonly string[])[];
}

/** As the server limits them. */
export const MAX_COLUMNS = 12;
export const MAX_ROWS = 200;

export const EMPTY: Draft = {
  title: "",
  introduction: "",
  option: t("sizeGuides.size"),
  unit: "cm",
  columns: [
    { title: t("sizeGuides.size"), measured: false },
    { title: "", measured: true },
  ],
  rows: [
    ["", ""],
    ["", ""],
    ["", ""],
  ],
};

export const draftOf = (details: SizeGuideDetails): Draft => ({
  title: details.title,
  introduction: details.introduction,
  option: details.option,
  unit: details.unit ?? "",
  columns: details.columns,
  rows: details.rows,
});

/** What is sent. Rows without any text at the end are left out, as is a unit that measures nothing. */
export function inputOf(draft: Draft): SizeGuideInput {
  const rows = draft.rows.map((row) => row.map((cell) => cell.trim()));
  const last = rows.findLastIndex((row) => row.some((cell) => cell !== ""));
  const columns = draft.columns.map(({ title, measured }) => ({
    title: title.trim(),
    measured: measured && draft.unit !== "",
  }));
  return {
    title: draft.title.trim(),
    introduction: draft.introduction.trim(),
    option: draft.option.trim(),
    unit: draft.unit !== "" && columns.some(({ measured }) => measured) ? draft.unit : null,
    columns,
    rows: rows.slice(0, Math.max(1, last + 1)),
  };
}

export const isComplete = ({ title, option, columns }: Draft) =>
  [title, option, ...columns.map((column) => column.title)].every((text) => text.trim() !== "");

const NAMES = ["title", "introduction", "option", "unit", "columns", "rows"] as const;
export type Name = (typeof NAMES)[number];

/** The fields that differ between two drafts. */
export const changedNames = (draft: Draft, before: Draft): Name[] =>
  NAMES.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(before[name]));

export const addColumn = ({ columns, rows }: Draft): Partial<Draft> => ({
  columns: [...columns, { title: "", measured: true }],
  rows: rows.map((row) => [...row, ""]),
});

export const removeColumn = ({ columns, rows }: Draft, place: number): Partial<Draft> => ({
  columns: columns.filter((_, at) => at !== place),
  rows: rows.map((row) => row.filter((_, at) => at !== place)),
});

export const addRow = ({ columns, rows }: Draft): Partial<Draft> => ({
  rows: [...rows, columns.map(() => "")],
});

/** Writes cells to the right and below, and adds the rows that they need. */
export function fill(
  { columns, rows }: Draft,
  from: { row: number; column: number },
  cells: readonly (readonly string[])[],
): Partial<Draft> {
  const count = Math.min(MAX_ROWS, Math.max(rows.length, from.row + cells.length));
  return {
    rows: Array.from({ length: count }, (_, row) =>
      columns.map(
        (_column, column) =>
          cells[row - from.row]?.[column - from.column] ?? rows[row]?.[column] ?? "",
      ),
    ),
  };
}
