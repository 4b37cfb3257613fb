import { Button, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../../messages/t";
import { SortableRows } from "../../../ui/sorting/SortableRows";
import styles from "./filters.module.css";
import type { OfferedFilter } from "./queries";

const SHOWN_VALUES = 6;

interface Props {
  row: OfferedFilter;
  canEdit: boolean;
  errorOf: (field: string) => string | undefined;
  onChange: (changed: Partial<OfferedFilter>) => void;
}

/** A filter: what it is called, whether lists show it, and the order of its values. */
export function FilterRow({ row, canEdit, errorOf, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const name = row.label || row.name;
  return (
    <div className={styles.filter}>
      <div className={styles.fields}>
        <TextInput
          className={styles.name}
          aria-label={t("filters.label", { name: row.name })}
          value={row.label}
          maxLength={100}
          readOnly={!canEdit}
          error={errorOf("label")}
          onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
        />
        <Switch
          label={t("filters.shownShort")}
          aria-label={t("filters.shown", { name })}
          checked={!row.hidden}
          disabled={!canEdit}
          onChange={({ currentTarget }) => onChange({ hidden: !currentTarget.checked })}
        />
        {canEdit && row.values.length > 1 ? (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t("filters.orderValuesOf", { name })}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t("filters.orderValues")}
          </Button>
        ) : null}
      </div>
      {isOpen ? (
        <Values row={row} name={name} onChange={onChange} />
      ) : (
        <p className={`small quiet ${styles.values ?? ""}`}>{summaryOf(row)}</p>
      )}
    </div>
  );
}

function summaryOf({ values }: OfferedFilter): string {
  if (values.length === 0) return t("filters.noValues");
  const text = values
    .slice(0, SHOWN_VALUES)
    .map(({ value }) => value)
    .join(", ");
  const count = values.length - SHOWN_VALUES;
  return count > 0 ? t("filters.more", { values: text, count }) : text;
}

function Values({ row, name, onChange }: Pick<Props, "row" | "onChange"> & { name: string }) {
  const byProducts = () =>
    onChange({
      valueOrder: [],
      values: [...row.values].sort(
        (one, other) => other.products - one.products || one.value.localeCompare(other.value),
      ),
    });
  return (
    <div className={styles.order}>
      <p className="small quiet">{t("filters.valuesHelp")}</p>
      <SortableRows
        label={t("filters.valuesOf", { name })}
        rows={row.values}
        rowId={({ value }) => value}
        rowLabel={({ value }) => value}
        onReorder={(values) => onChange({ values, valueOrder: values.map(({ value }) => value) })}
      >
        {({ value, products }) => (
          <div className={styles.value}>
            <span>{value}</span>
            <span className="quiet small">{t("filters.products", { count: products })}</span>
          </div>
        )}
      </SortableRows>
      {row.valueOrder.length > 0 ? (
        <Button variant="subtle" size="compact-sm" onClick={byProducts}>
          {t("filters.byProducts")}
        </Button>
      ) : null}
    </div>
  );
}
