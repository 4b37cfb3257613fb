import { Checkbox, Modal, NativeSelect } from "@mantine/core";
import { t } from "../../../messages/t";
import { nameOf } from "./changes";
import styles from "./editor.module.css";
import type { Row } from "./form";
import type { WeightUnit } from "./queries";
import { useEditing, useForm } from "./store";
import { shownUnit, UNITS } from "./units";

const FLAGS = [
  ["tracked", "productEditor.tracked", "productEditor.trackedHelp"],
  ["backorder", "productEditor.backorder", "productEditor.backorderHelp"],
  ["requiresShipping", "productEditor.requiresShipping", "productEditor.requiresShippingHelp"],
  ["taxable", "productEditor.taxable", "productEditor.taxableHelp"],
] as const;

/** What the grid has no column for. */
export function VariantDialog({ rowKey, onClose }: { rowKey: string; onClose: () => void }) {
  const { store, canEdit } = useEditing();
  const row = useForm((form) => form.rows.find(({ key }) => key === rowKey));
  const pictures = useForm((form) => form.pictures);
  if (!row) return null;
  const set = (change: Partial<Row>) => store.setRow(rowKey, change);
  return (
    <Modal
      opened
      onClose={onClose}
      title={nameOf(row)}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <div className={styles.fields}>
        {FLAGS.map(([name, label, help]) => (
          <Checkbox
            key={name}
            label={t(label)}
            description={t(help)}
            checked={row[name]}
            disabled={!canEdit}
            onChange={(event) => set({ [name]: event.currentTarget.checked })}
          />
        ))}
        <NativeSelect
          label={t("productEditor.weightUnit")}
          data={[...UNITS]}
          value={shownUnit(row.weightUnit)}
          disabled={!canEdit}
          onChange={(event) => set({ weightUnit: event.currentTarget.value as WeightUnit })}
        />
        <NativeSelect
          label={t("productEditor.picture")}
          value={row.picture}
          disabled={!canEdit}
          data={[
            { value: "", label: t("productEditor.firstPicture") },
            ...pictures.map(({ src, alt }, place) => ({
              value: src,
              label: alt || t("productEditor.pictureNumber", { number: place + 1 }),
            })),
          ]}
          onChange={(event) => set({ picture: event.currentTarget.value })}
        />
      </div>
    </Modal>
  );
}
