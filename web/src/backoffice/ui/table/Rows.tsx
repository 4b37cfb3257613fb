import { Checkbox } from "@mantine/core";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  Fragment,
  type MouseEvent,
  memo,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { cx } from "../cx";
import { Icon } from "../Icon";
import styles from "./DataTable.module.css";
import type { ListState } from "./listState";
import type { Column, RowLayout } from "./types";
import type { RowSelection } from "./useSelection";

/** Lists up to this length are drawn whole. */
const WHOLE = 60;
const ROW_HEIGHT = 44;

export interface RowsProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  rowHref: ((row: Row) => string) | undefined;
  list: ListState;
  /** Undefined without bulk actions. */
  selection: RowSelection | undefined;
  /** The row that `j` and `k` are at. */
  current: string | null;
  onOpen: (row: Row) => void;
  dimmed: boolean;
  below?: ((row: Row, layout: RowLayout<Row>) => ReactNode) | undefined;
}

/** A click that belongs to a control inside the row, or that ends selecting text. */
export function isOwnClick(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as HTMLElement;
  return (
    event.defaultPrevented ||
    target.closest("a, button, input, label") !== null ||
    (window.getSelection()?.toString() ?? "") !== ""
  );
}

/** Which rows are drawn: of long lists only those near the window. */
function useWindow(count: number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    setOffset(top + window.scrollY);
  }, []);
  const isVirtual = count > WHOLE;
  const virtualizer = useWindowVirtualizer({
    count: isVirtual ? count : 0,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin: offset,
  });
  const items = virtualizer.getVirtualItems();
  const first = isVirtual ? (items[0]?.index ?? 0) : 0;
  const end = isVirtual ? (items.at(-1)?.index ?? -1) + 1 : count;
  return { body, isVirtual, first, end };
}

/** The rows as a table. */
export function Rows<Row>(props: RowsProps<Row>) {
  const { label, rows, columns, selection, dimmed, rowId } = props;
  const actions = useRowActions(props);
  const { body, isVirtual, first, end } = useWindow(rows.length);
  const width = columns.length + (selection ? 1 : 0);
  return (
    <div className={styles.scroll}>
      <table
        className={cx(styles.table, dimmed && styles.dimmed)}
        aria-label={label}
        aria-busy={dimmed}
        aria-rowcount={isVirtual ? rows.length + 1 : undefined}
      >
        <thead>
          <tr>
            {selection ? (
              <th className={styles.check} scope="col">
                <PageCheckbox selection={selection} rows={rows.length} />
              </th>
            ) : null}
            {columns.map((column) => (
              <Head key={column.id} column={column} list={props.list} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Gap rows={first} columns={width} />
          {rows.slice(first, end).map((row) => (
            <Fragment key={rowId(row)}>
              <TableRow
                row={row}
                id={rowId(row)}
                label={props.rowLabel(row)}
                href={props.rowHref?.(row)}
                columns={columns}
                hasCheckbox={selection !== undefined}
                isSelected={selection?.ids.has(rowId(row)) ?? false}
                isCurrent={rowId(row) === props.current}
                actions={actions}
              />
              {props.below?.(row, { columns, hasCheckbox: selection !== undefined })}
            </Fragment>
          ))}
          <Gap rows={rows.length - end} columns={width} />
        </tbody>
      </table>
    </div>
  );
}

/** Stands in for rows outside the window. */
function Gap({ rows, columns }: { rows: number; columns: number }): ReactNode {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height: rows * ROW_HEIGHT, padding: 0 }} />
    </tr>
  );
}

export function PageCheckbox({ selection, rows }: { selection: RowSelection; rows: number }) {
  return (
    <Checkbox
      aria-label={t("table.selectPage")}
      checked={rows > 0 && selection.ids.size === rows}
      indeterminate={selection.ids.size > 0 && selection.ids.size < rows}
      onChange={selection.togglePage}
    />
  );
}

function priorityClass(priority: 1 | 2 | 3 | undefined): string | undefined {
  return priority === undefined ? undefined : styles[`p${priority}`];
}

function Head<Row>({ column, list }: { column: Column<Row>; list: ListState }) {
  const { header, align, priority, sort } = column;
  const value = list.params["sort"];
  const isAscending = sort !== undefined && value === sort.ascending;
  const isDescending = sort !== undefined && value === sort.descending;
  const className = cx(align === "right" && styles.right, priorityClass(priority));
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isAscending ? "ascending" : isDescending ? "descending" : undefined}
    >
      {sort === undefined ? (
        header
      ) : (
        <button
          type="button"
          className={styles.sort}
          onClick={() => list.set("sort", isDescending ? sort.ascending : sort.descending)}
        >
          {header}
          {isAscending || isDescending ? <Icon name={isAscending ? "up" : "down"} small /> : null}
        </button>
      )}
    </th>
  );
}

/** What rows do. It never changes, so that it renders no row. */
interface RowActions<Row> {
  open: (row: Row) => void;
  toggle: (id: string, range: boolean) => void;
}

function useRowActions<Row>({ onOpen, selection }: RowsProps<Row>): RowActions<Row> {
  const latest = useRef({ onOpen, selection });
  useLayoutEffect(() => {
    latest.current = { onOpen, selection };
  });
  return useMemo(
    () => ({
      open: (row) => latest.current.onOpen(row),
      toggle: (id, range) => latest.current.selection?.toggle(id, range),
    }),
    [],
  );
}

interface TableRowProps<Row> {
  row: Row;
  id: string;
  label: string;
  href: string | undefined;
  columns: readonly Column<Row>[];
  hasCheckbox: boolean;
  isSelected: boolean;
  isCurrent: boolean;
  actions: RowActions<Row>;
}

/** A row is rendered if it, its selection or the columns change, not with the others. */
const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, id, label, href, columns, hasCheckbox, isSelected, isCurrent, actions } = props;
  return (
    <tr
      className={styles.row}
      data-row={id}
      data-selected={isSelected || undefined}
      data-current={isCurrent || undefined}
      data-opens={href === undefined ? undefined : true}
      onClick={(event) => {
        if (href !== undefined && !isOwnClick(event)) actions.open(row);
      }}
    >
      {hasCheckbox ? (
        <td className={styles.check}>
          <RowCheckbox id={id} label={label} isSelected={isSelected} onToggle={actions.toggle} />
        </td>
      ) : null}
      {columns.map((column) => (
        <td
          key={column.id}
          className={cx(
            column.align === "right" && styles.right,
            column.quiet && styles.quiet,
            priorityClass(column.priority),
          )}
        >
          <Cell column={column} row={row} href={href} onOpen={() => actions.open(row)} />
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

/** A row below another one, with cells by the id of their column. */
export function SubRow<Row>({
  layout,
  cells,
}: {
  layout: RowLayout<Row>;
  cells: Readonly<Record<string, ReactNode>>;
}) {
  return (
    <tr className={styles.sub}>
      {layout.hasCheckbox ? <td className={styles.check} /> : null}
      {layout.columns.map(({ id, align, priority }) => (
        <td key={id} className={cx(align === "right" && styles.right, priorityClass(priority))}>
          {cells[id]}
        </td>
      ))}
    </tr>
  );
}

interface RowCheckboxProps {
  id: string;
  label: string;
  isSelected: boolean;
  onToggle: (id: string, range: boolean) => void;
}

/** Shift selects all rows since the last one. */
export function RowCheckbox({ id, label, isSelected, onToggle }: RowCheckboxProps) {
  return (
    <Checkbox
      aria-label={t("table.selectRow", { name: label })}
      checked={isSelected}
      onChange={(event) => onToggle(id, (event.nativeEvent as globalThis.MouseEvent).shiftKey)}
    />
  );
}

function Cell<Row>({
  column,
  row,
  href,
  onOpen,
}: {
  column: Column<Row>;
  row: Row;
  href: string | undefined;
  onOpen: () => void;
}) {
  const content = column.cell(row);
  if (column.link && href !== undefined) {
    return (
      <RowLink href={href} onOpen={onOpen}>
        {content}
      </RowLink>
    );
  }
  if (!column.truncate) return content;
  return (
    <span className={styles.cut} title={column.truncate(row)}>
      {content}
    </span>
  );
}

/** The number of a record: the link that also opens a tab with ⌘ or the middle button. */
export function RowLink({
  href,
  onOpen,
  children,
}: {
  href: string;
  onOpen: () => void;
  children: ReactNode;
}) {
  return (
    <Link
      to={href}
      className={styles.link}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onOpen();
      }}
    >
      {children}
    </Link>
  );
}
