import { memo, useRef } from "react";
import { cx } from "../../../ui/cx";
import { t } from "../../../messages/t";
import { moveVertically } from "../../../ui/table/cells";
import styles from "./editor.module.css";
import type { Row } from "./form";
import { type CellName, COLUMNS, pasteCells } from "./grid";
import { useEditing, useRow } from "./store";

interface Props {
  rowKey: string;
  /** The row's place in the form. */
  place: number;
  /** The column's place in the grid. */
  column: number;
  cell: (typeof COLUMNS)[number];
  rowName: string;
  tracked: boolean;
}

/** A cell of the grid. It alone is rendered when it is typed into. */
export const GridCell = memo(function GridCell({ rowKey, place, column, cell, ...row }: Props) {
  const { rowName, tracked } = row;
  const { store, canEdit, canSetStock } = useEditing();
  const { name, label, field, numeric } = cell;
  const value = useRow(rowKey, place, (row) => row?.[name] ?? "");
  const start = useRef(value);
  const old = useRow(rowKey, place, (_, stored) => stored?.[name]);
  const isChanged = old !== undefined && old !== value;
  const error = useRow(rowKey, place, (_row, _stored, all) => all[`variants.${place}.${field}`]);
  const canFill = (filled: CellName, one: Row) =>
    canEdit && (filled !== "stock" || (canSetStock && one.tracked));
  const isFixed = !canEdit || (name === "stock" && (!canSetStock || !tracked));
  return (
    <td className={cx(styles.cell, !numeric && styles.text)} data-changed={isChanged || undefined}>
      <input
        data-row={place}
        data-column={column}
        className={numeric ? styles.numeric : undefined}
        aria-label={t("productEditor.cell", { field: t(label), variant: rowName })}
        aria-invalid={error ? true : undefined}
        title={error ?? (isChanged ? t("productEditor.wasText", { text: old || "—" }) : undefined)}
        inputMode={numeric ? "decimal" : undefined}
        value={name === "stock" && !tracked ? "" : value}
        placeholder={name === "stock" && !tracked ? t("productEditor.unlimited") : undefined}
        readOnly={isFixed}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        onFocus={() => {
          start.current = value;
        }}
        onChange={(event) => store.setRow(rowKey, { [name]: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === "Escape") store.setRow(rowKey, { [name]: start.current });
          else moveVertically(event);
        }}
        onPaste={(event) => pasteCells(event, store, place, column, canFill)}
      />
    </td>
  );
});
