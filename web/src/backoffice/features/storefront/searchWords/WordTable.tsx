import type { ReactNode } from "react";
import styles from "./searchWords.module.css";

export interface WordColumn<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  kind?: "text" | "number" | "actions";
}

interface Props<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** The first names the row. */
  columns: readonly WordColumn<Row>[];
}

const CLASSES = { text: undefined, number: styles["number"], actions: styles["actions"] };

/** A short table without pages, filters or a selection. The header of actions is only read out. */
export function WordTable<Row>({ rows, rowKey, columns }: Props<Row>) {
  return (
    <table className={styles["table"]}>
      <thead>
        <tr>
          {columns.map(({ header, kind = "text" }) => (
            <th key={header} scope="col" className={kind === "number" ? CLASSES.number : undefined}>
              {kind === "actions" ? <span className="visually-hidden">{header}</span> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ header, kind = "text", cell }, place) =>
              place === 0 ? (
                <th key={header} scope="row" className={styles["phrase"]}>
                  {cell(row)}
                </th>
              ) : (
                <td key={header} className={CLASSES[kind]}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
