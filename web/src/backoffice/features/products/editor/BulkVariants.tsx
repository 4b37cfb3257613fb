import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../../messages/t";
import { applyRemoval } from "./removal";
import styles from "./editor.module.css";
import type { Row } from "./form";
import { type CellName, COLUMNS } from "./grid";
import { removeRows } from "./options";
import { useEditing } from "./store";

const FLAGS = [
  ["tracked", "productEditor.tracked"],
  ["backorder", "productEditor.backorder"],
  ["requiresShipping", "productEditor.requiresShipping"],
  ["taxable", "productEditor.taxable"],
] as const;
type Flag = (typeof FLAGS)[number][0];
const isFlag = (name: string): name is Flag => FLAGS.some(([flag]) => flag === name);

/** Sets a value for all selected variants. */
export function BulkVariants({ keys, onClear }: { keys: readonly string[]; onClear: () => void }) {
  const { store, canSetStock } = useEditing();
  const [name, setName] = useState<CellName | Flag>("price");
  const [text, setText] = useState("");
  const columns = COLUMNS.filter((column) => column.name !== "stock" || canSetStock);
  const value: Partial<Row> = isFlag(name) ? { [name]: text !== "no" } : { [name]: text.trim() };
  const apply = () => {
    const chosen = new Set(keys);
    store.set({
      rows: store
        .get()
        .rows.map((row) =>
          chosen.has(row.key) && (name !== "stock" || row.tracked) ? { ...row, ...value } : row,
        ),
    });
  };
  return (
    <form
      className={styles.bulk}
      aria-label={t("productEditor.bulk")}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <span className="strong">{t("productEditor.selected", { count: keys.length })}</span>
      <NativeSelect
        aria-label={t("productEditor.bulkField")}
        value={name}
        data={[
          ...columns.map((column) => ({ value: column.name, label: t(column.label) })),
          ...FLAGS.map(([flag, label]) => ({ value: flag, label: t(label) })),
        ]}
        onChange={(event) => {
          const next = event.currentTarget.value as CellName | Flag;
          setName(next);
          setText(isFlag(next) ? "yes" : "");
        }}
      />
      <ValueField yesNo={isFlag(name)} text={text} onText={setText} />
      <Button type="submit">{t("productEditor.setValue")}</Button>
      <Remove keys={keys} onDone={onClear} />
      <Button variant="subtle" onClick={onClear}>
        {t("ui.clearSelection")}
      </Button>
    </form>
  );
}

interface ValueProps {
  yesNo: boolean;
  text: string;
  onText: (text: string) => void;
}

function ValueField({ yesNo, text, onText }: ValueProps) {
  const label = t("productEditor.value");
  return yesNo ? (
    <NativeSelect
      aria-label={label}
      value={text}
      data={[
        { value: "yes", label: t("productEditor.yes") },
        { value: "no", label: t("productEditor.no") },
      ]}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  ) : (
    <TextInput
      aria-label={label}
      value={text}
      maxLength={255}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

function Remove({ keys, onDone }: { keys: readonly string[]; onDone: () => void }) {
  const { store } = useEditing();
  return (
    <Button
      variant="subtle"
      disabled={keys.length === store.get().rows.length}
      onClick={() => {
        const text = t("productEditor.removedCount", { count: keys.length });
        applyRemoval(store, removeRows(store.get(), new Set(keys)), text);
        onDone();
      }}
    >
      {t("productEditor.removeVariants")}
    </Button>
  );
}
