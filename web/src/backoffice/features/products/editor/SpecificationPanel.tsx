import { ActionIcon, Button, TextInput } from "@mantine/core";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import { Panel } from "../../../ui/Panel";
import { SortableRows } from "../../../ui/sorting/SortableRows";
import styles from "./editor.module.css";
import { newKey, type Specification } from "./form";
import { useEditing, useForm } from "./store";

/** The table of facts on the product page. */
export function SpecificationPanel() {
  const { store, canEdit } = useEditing();
  const rows = useForm((form) => form.specification);
  const change = (row: Specification, part: Partial<Specification>) =>
    store.set({
      specification: rows.map((one) => (one === row ? { ...row, ...part } : one)),
    });
  return (
    <Panel
      title={t("productEditor.specification")}
      actions={
        canEdit ? (
          <Button
            leftSection={<Icon name="plus" small />}
            onClick={() =>
              store.set({ specification: [...rows, { key: newKey(), name: "", value: "" }] })
            }
          >
            {t("productEditor.addRow")}
          </Button>
        ) : null
      }
    >
      {rows.length === 0 ? (
        <p className="small quiet">{t("productEditor.specificationHelp")}</p>
      ) : (
        <SortableRows
          label={t("productEditor.specification")}
          rows={rows}
          rowId={({ key }) => key}
          rowLabel={({ name }) => name || t("productEditor.row")}
          disabled={!canEdit}
          onReorder={(specification) => store.set({ specification })}
        >
          {(row) => (
            <SpecificationRow
              row={row}
              onChange={(part) => change(row, part)}
              onRemove={() => store.set({ specification: rows.filter((one) => one !== row) })}
            />
          )}
        </SortableRows>
      )}
    </Panel>
  );
}

interface RowProps {
  row: Specification;
  onChange: (part: Partial<Specification>) => void;
  onRemove: () => void;
}

function SpecificationRow({ row, onChange, onRemove }: RowProps) {
  const { canEdit } = useEditing();
  return (
    <div className={styles.pair}>
      <TextInput
        aria-label={t("productEditor.specificationName")}
        placeholder={t("productEditor.specificationName")}
        value={row.name}
        maxLength={255}
        readOnly={!canEdit}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        aria-label={t("productEditor.specificationValue", { name: row.name })}
        placeholder={t("productEditor.value")}
        value={row.value}
        maxLength={2000}
        readOnly={!canEdit}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
      {canEdit ? (
        <ActionIcon
          variant="subtle"
          aria-label={t("productEditor.remove", { name: row.name || t("productEditor.row") })}
          onClick={onRemove}
        >
          <Icon name="close" small />
        </ActionIcon>
      ) : null}
    </div>
  );
}
