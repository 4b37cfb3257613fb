import { ActionIcon } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { t } from "../../messages/t";
import { Icon } from "../Icon";
import styles from "./SortableRows.module.css";
import { useSortable } from "./useSortable";

interface Props<Row> {
  /** Names the list for screen readers. */
  label: string;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Names a row in the button that moves it. */
  rowLabel: (row: Row) => string;
  /** Called with all rows in their new order. */
  onReorder: (rows: Row[]) => void;
  children: (row: Row, index: number) => ReactNode;
  disabled?: boolean;
  /** `grid` for pictures, which are dragged sideways too. */
  layout?: "list" | "grid";
  /** Whether rows are so high that their handle belongs to the top. */
  tall?: boolean;
}

/** Returns a copy with one row at another place; a place outside the list is its end. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const target = Math.max(0, Math.min(rows.length - 1, to));
  const rest = rows.filter((_, index) => index !== from);
  const row = rows[from];
  return row === undefined ? [...rows] : [...rest.slice(0, target), row, ...rest.slice(target)];
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};

/** Rows that are reordered by dragging their handle, or with the arrow keys while it has the focus. */
export function SortableRows<Row>(props: Props<Row>) {
  const {
    label,
    rows,
    rowId,
    rowLabel,
    onReorder,
    children,
    disabled = false,
    layout,
    tall,
  } = props;
  const list = useId();
  const announcement = useRef<HTMLDivElement>(null);
  const move = (from: number, to: number) => {
    const row = rows[from];
    if (row === undefined || from === to) return;
    const after = moved(rows, from, to);
    const place = after.indexOf(row) + 1;
    if (announcement.current) {
      const values = { name: rowLabel(row), place, of: rows.length };
      announcement.current.textContent = t("ui.movedTo", values);
    }
    if (place - 1 !== from) onReorder(after);
  };
  return (
    <>
      <ul
        className={styles.list}
        data-layout={layout ?? "list"}
        data-tall={tall || undefined}
        aria-label={label}
      >
        {rows.map((row, index) => (
          <SortableRow
            key={rowId(row)}
            id={rowId(row)}
            list={list}
            index={index}
            layout={layout ?? "list"}
            label={t("ui.move", { name: rowLabel(row) })}
            disabled={disabled}
            onMove={move}
          >
            {children(row, index)}
          </SortableRow>
        ))}
      </ul>
      <div ref={announcement} className="visually-hidden" role="status" />
    </>
  );
}

interface RowProps {
  id: string;
  list: string;
  index: number;
  layout: "list" | "grid";
  label: string;
  disabled: boolean;
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

function SortableRow({ id, list, index, layout, label, disabled, onMove, children }: RowProps) {
  const { row, handle, edge, isDragged } = useSortable({
    id,
    list,
    index,
    layout,
    disabled,
    onMove,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    // The page's keys are not for the handle: `j` and arrows move through lists.
    event.stopPropagation();
    onMove(index, index + step);
  };
  return (
    <li
      ref={row}
      className={styles.row}
      data-edge={edge ?? undefined}
      data-dragged={isDragged || undefined}
    >
      <ActionIcon
        ref={handle}
        className={styles.handle}
        variant="subtle"
        aria-label={label}
        title={t("ui.moveHint")}
        disabled={disabled}
        onKeyDown={onKeyDown}
      >
        <Icon name="grip" />
      </ActionIcon>
      <div className={styles.content}>{children}</div>
    </li>
  );
}
