import type { ReactNode } from "react";
import type { Count, Page } from "../../api/list";
import type { Filter } from "./filters";
import type { SavedList } from "./savedViews";

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures are right-aligned. */
  align?: "right";
  /** Hidden first on narrower pages: 3 below 1400 px, 2 below 1200 px, 1 below 1024 px. */
  priority?: 1 | 2 | 3;
  /** Secondary text, so that the eye finds the columns that matter. */
  quiet?: boolean;
  /** The cell is the link to the record. One column has it. */
  link?: boolean;
  /** Values of `sort` that a click on the head switches between. */
  sort?: { ascending: string; descending: string };
  /** Long text: cut off with a tooltip. Numbers and statuses are never cut off. */
  truncate?: (row: Row) => string;
  /** Not shown unless the operator chooses it. */
  optional?: boolean;
}

/** What a row below another has to know to be in line with it. */
export interface RowLayout<Row> {
  columns: readonly Column<Row>[];
  hasCheckbox: boolean;
}

/** A row on a phone, in three lines. */
export interface PhoneRow {
  /** First line: the name, and the total at the right. */
  title: ReactNode;
  amount?: ReactNode;
  /** Second line: the number, and the time at the right. */
  line?: ReactNode;
  time?: ReactNode;
  /** Third line: statuses. */
  statuses?: ReactNode;
}

export interface Selection<Row> {
  /** The selected rows of this page. */
  rows: Row[];
  ids: string[];
  /** All rows that match, on every page; then `ids` only has those of this page. */
  all: boolean;
  clear: () => void;
}

/** What TanStack Query returns for the rows; pass the query as it is. */
export interface RowsQuery<Row> {
  data: Page<Row> | undefined;
  error: unknown;
  isPending: boolean;
  /** Rows of the last filter stay, dimmed, while those of a new one load. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

export interface DataTableProps<Row> {
  label: string;
  /** Its state in the address, from `useList`. */
  list: SavedList;
  query: RowsQuery<Row>;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** The record's name, for "Select SO-1256". */
  rowLabel: (row: Row) => string;
  /** Where a row leads; omit it if rows cannot be opened. */
  rowHref?: (row: Row) => string;
  phone: (row: Row) => PhoneRow;
  /** Further table rows below a row, such as its variants; see `SubRow`. Not on a phone. */
  below?: (row: Row, layout: RowLayout<Row>) => ReactNode;
  count?: Count | undefined;
  texts: {
    /** `count` chooses the plural, `shown` is "142" or "10,000+": "10,000+ orders". */
    count: (values: { count: number; shown: string }) => string;
    /** "3 orders selected" */
    selected?: (count: number) => string;
    /** What the search field looks in: "Number, name, email". Without it there is no search. */
    search?: string;
    /** What appears here, while there is nothing at all. */
    empty: string;
  };
  emptyAction?: ReactNode;
  filters?: readonly Filter[];
  sorts?: readonly { value: string; label: string }[];
  /** Buttons of the bulk bar. Without it rows have no checkboxes. */
  bulk?: (selection: Selection<Row>) => ReactNode;
  /** Whether all matches can be selected, not only those of this page. */
  selectAll?: boolean;
  /** New rows since the list was loaded: announced, and shown on request. */
  news?: { text: string; onShow: () => void } | null;
}
