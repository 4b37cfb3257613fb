import { ActionIcon, Button, Checkbox } from "@mantine/core";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import { Panel } from "../../../ui/Panel";
import { copiedCells, moveVertically } from "../../../ui/table/cells";
import { addColumn, addRow, type Draft, fill, MAX_COLUMNS, MAX_ROWS, removeColumn } from "./draft";
import styles from "./sizeGuides.module.css";

interface Props {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
  errors: Record<string, string>;
  disabled: boolean;
}

/** The table of a size guide, edited like a spreadsheet. */
export function GuideTable(props: Props) {
  const { draft, change, errors, disabled } = props;
  const message = Object.entries(errors).find(([name]) => /^(columns|rows)/.test(name))?.[1];
  return (
    <Panel
      flush
      title={t("sizeGuides.table")}
      actions={
        disabled ? null : (
          <>
            <Button
              disabled={draft.columns.length >= MAX_COLUMNS}
              onClick={() => change(addColumn(draft))}
            >
              {t("sizeGuides.addColumn")}
            </Button>
            <Button disabled={draft.rows.length >= MAX_ROWS} onClick={() => change(addRow(draft))}>
              {t("sizeGuides.addRow")}
            </Button>
          </>
        )
      }
    >
      <div className={styles.scroll} role="group" aria-label={t("sizeGuides.table")}>
        <table className={styles.grid}>
          <thead>
            <tr>
              {draft.columns.map((_, place) => (
                <ColumnHead key={place} place={place} {...props} />
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {draft.rows.map((_, row) => (
              <GuideRow key={row} row={row} {...props} />
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.below} role={message ? "alert" : undefined} data-bad={message && true}>
        {message ?? t("sizeGuides.tableHelp")}
      </p>
    </Panel>
  );
}

function ColumnHead({ draft, change, errors, disabled, place }: Props & { place: number }) {
  const column = draft.columns[place];
  if (!column) return null;
  const number = place + 1;
  const set = (part: Partial<typeof column>) =>
    change({
      columns: draft.columns.map((one, at) => (at === place ? { ...one, ...part } : one)),
    });
  return (
    <th scope="col">
      <span className={styles.head}>
        <input
          aria-label={t("sizeGuides.columnName", { number })}
          aria-invalid={
            errors[`columns.${place}`] || errors[`columns.${place}.title`] ? true : undefined
          }
          placeholder={t("sizeGuides.columnName", { number })}
          value={column.title}
          maxLength={100}
          readOnly={disabled}
          onChange={({ currentTarget }) => set({ title: currentTarget.value })}
        />
        {disabled || draft.columns.length === 1 ? null : (
          <ActionIcon
            variant="subtle"
            aria-label={t("sizeGuides.removeColumn", { number })}
            onClick={() => change(removeColumn(draft, place))}
          >
            <Icon name="close" small />
          </ActionIcon>
        )}
      </span>
      {draft.unit === "" ? null : (
        <Checkbox
          size="xs"
          label={t("sizeGuides.measured")}
          aria-label={t("sizeGuides.columnMeasured", { number })}
          checked={column.measured}
          disabled={disabled}
          onChange={({ currentTarget }) => set({ measured: currentTarget.checked })}
        />
      )}
    </th>
  );
}

function GuideRow({ draft, change, errors, disabled, row }: Props & { row: number }) {
  const number = row + 1;
  return (
    <tr>
      {draft.columns.map(({ title }, column) => (
        <td key={column}>
          <input
            data-row={row}
            data-column={column}
            aria-label={t("sizeGuides.cell", {
              column: title || t("sizeGuides.columnName", { number: column + 1 }),
              number,
            })}
            aria-invalid={errors[`rows.${row}.${column}`] ? true : undefined}
            value={draft.rows[row]?.[column] ?? ""}
            maxLength={100}
            readOnly={disabled}
            onKeyDown={moveVertically}
            onChange={({ currentTarget }) =>
              change(fill(draft, { row, column }, [[currentTarget.value]]))
            }
            onPaste={(event) => {
              const cells = copiedCells(event.clipboardData.getData("text"));
              if (!cells || disabled) return;
              event.preventDefault();
              change(fill(draft, { row, column }, cells));
            }}
          />
        </td>
      ))}
      <td className={styles.remove}>
        {disabled || draft.rows.length === 1 ? null : (
          <ActionIcon
            variant="subtle"
            aria-label={t("sizeGuides.removeRow", { number })}
            onClick={() => change({ rows: draft.rows.filter((_, at) => at !== row) })}
          >
            <Icon name="close" small />
          </ActionIcon>
        )}
      </td>
    </tr>
  );
}
