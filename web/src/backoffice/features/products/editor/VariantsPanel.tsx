import { Checkbox } from "@mantine/core";
import { useDeferredValue, useState } from "react";
import { t } from "../../../messages/t";
import { Panel } from "../../../ui/Panel";
import { BulkVariants } from "./BulkVariants";
import { nameOf } from "./changes";
import styles from "./editor.module.css";
import { TextField } from "./fields";
import { COLUMNS } from "./grid";
import { useEditing, useErrors, useForm } from "./store";
import { VariantDialog } from "./VariantDialog";
import { VariantRow } from "./VariantRow";

const NONE: ReadonlySet<string> = new Set();

/** All variants as a grid that is edited like a spreadsheet. */
export function VariantsPanel() {
  const { canEdit } = useEditing();
  const keys = useForm((form) => form.rows.map(({ key }) => key).join(" ")).split(" ");
  const [chosen, setChosen] = useState(NONE);
  const [opened, setOpened] = useState<string | null>(null);
  const selected = keys.filter((key) => chosen.has(key));
  const toggle = (key: string, on: boolean) =>
    setChosen((now) => new Set(on ? [...now, key] : [...now].filter((one) => one !== key)));
  return (
    <Panel
      title={t("productEditor.variants")}
      actions={
        <span className="quiet small">
          {t("productEditor.variantCount", { count: keys.length })}
        </span>
      }
      flush
    >
      {selected.length > 0 ? (
        <BulkVariants keys={selected} onClear={() => setChosen(NONE)} />
      ) : null}
      <div className={styles.scroll} role="group" aria-label={t("productEditor.variants")}>
        <table className={styles.grid}>
          <GridHead
            all={selected.length === keys.length}
            some={selected.length > 0}
            selectable={canEdit && keys.length > 1}
            onAll={(on) => setChosen(on ? new Set(keys) : NONE)}
          />
          <tbody>
            {keys.map((key, place) => (
              <VariantRow
                key={key}
                rowKey={key}
                place={place}
                selectable={canEdit && keys.length > 1}
                selected={chosen.has(key)}
                onToggle={toggle}
                onOpen={setOpened}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Below />
      {opened ? <VariantDialog rowKey={opened} onClose={() => setOpened(null)} /> : null}
    </Panel>
  );
}

interface HeadProps {
  all: boolean;
  some: boolean;
  selectable: boolean;
  onAll: (on: boolean) => void;
}

function GridHead({ all, some, selectable, onAll }: HeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.variant}>
          <span className={styles.variantName}>
            {selectable ? (
              <Checkbox
                aria-label={t("productEditor.selectAll")}
                checked={all}
                indeterminate={some && !all}
                onChange={(event) => onAll(event.currentTarget.checked)}
              />
            ) : null}
            {t("productEditor.variant")}
          </span>
        </th>
        {COLUMNS.map(({ name, label, numeric }) => (
          <th key={name} scope="col" className={numeric ? styles.numeric : undefined}>
            {t(label)}
          </th>
        ))}
        <th scope="col">
          <span className="visually-hidden">{t("productEditor.more")}</span>
        </th>
      </tr>
    </thead>
  );
}

/** Why stock changes, and what is no longer sold after saving. */
function Below() {
  const { canSetStock } = useEditing();
  const errors = useErrors();
  const stored = useForm((_, now) => now.rows);
  const isCounted = useForm((form) =>
    form.rows.some((row) => row.storedStock !== null && row.stock !== String(row.storedStock)),
  );
  const rows = useDeferredValue(useForm((form) => form.rows));
  const now = new Set(rows.map(({ key }) => key));
  const retired = stored.filter(({ key, id }) => id !== null && !now.has(key));
  const message = Object.entries(errors).find(([name]) => name.startsWith("variants"))?.[1];
  if (!(isCounted && canSetStock) && retired.length === 0 && !message) return null;
  return (
    <div className={styles.below}>
      {message ? (
        <p className="bad small" role="alert">
          {message}
        </p>
      ) : null}
      {isCounted && canSetStock ? (
        <TextField
          name="stockReason"
          label={t("productEditor.stockReason")}
          placeholder={t("productEditor.stockReasonHint")}
        />
      ) : null}
      {retired.length > 0 ? (
        <p className="small">
          {t("productEditor.willRetire", {
            count: retired.length,
            names: retired.map(nameOf).join(", "),
          })}
        </p>
      ) : null}
    </div>
  );
}
