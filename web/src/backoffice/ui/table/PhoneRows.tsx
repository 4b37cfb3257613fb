import { cx } from "../cx";
import styles from "./DataTable.module.css";
import { isOwnClick, RowCheckbox, RowLink, type RowsProps } from "./Rows";
import type { PhoneRow } from "./types";

/** The rows on a phone: three lines each, the whole row opens the record. */
export function PhoneRows<Row>(props: RowsProps<Row> & { phone: (row: Row) => PhoneRow }) {
  const { label, rows, rowId, dimmed } = props;
  return (
    <ul className={cx(styles.phone, dimmed && styles.dimmed)} aria-label={label} aria-busy={dimmed}>
      {rows.map((row) => (
        <PhoneItem key={rowId(row)} row={row} {...props} />
      ))}
    </ul>
  );
}

function PhoneItem<Row>(props: RowsProps<Row> & { phone: (row: Row) => PhoneRow; row: Row }) {
  const { row, rowId, rowLabel, rowHref, selection, onOpen, phone } = props;
  const id = rowId(row);
  const { title, amount, line, time, statuses } = phone(row);
  return (
    <li
      className={styles.item}
      data-row={id}
      data-plain={selection ? undefined : true}
      data-selected={selection?.ids.has(id) || undefined}
      onClick={(event) => {
        if (rowHref && !isOwnClick(event)) onOpen(row);
      }}
    >
      {selection ? (
        <label className={styles.tick}>
          <RowCheckbox
            id={id}
            label={rowLabel(row)}
            isSelected={selection.ids.has(id)}
            onToggle={selection.toggle}
          />
        </label>
      ) : null}
      <div className={styles.body}>
        <div className={cx(styles.line, styles.title)}>
          {rowHref ? (
            <RowLink href={rowHref(row)} onOpen={() => onOpen(row)}>
              {title}
            </RowLink>
          ) : (
            <span>{title}</span>
          )}
          <span>{amount}</span>
        </div>
        {line || time ? (
          <div className={cx(styles.line, styles.second)}>
            <span>{line}</span>
            <span>{time}</span>
          </div>
        ) : null}
        {statuses ? <div className={styles.statuses}>{statuses}</div> : null}
      </div>
    </li>
  );
}
