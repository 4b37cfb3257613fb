import {
  ActionIcon,
  Autocomplete,
  Button,
  NativeSelect,
  TagsInput,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import { Panel } from "../../../ui/Panel";
import styles from "./editor.module.css";
import { type Attribute, newKey } from "./form";
import { type AttributeKind, choicesQuery } from "./queries";
import { useEditing, useError, useForm } from "./store";

const KINDS = [
  { value: "text", label: t("productEditor.kindText") },
  { value: "number", label: t("productEditor.kindNumber") },
  { value: "boolean", label: t("productEditor.kindBoolean") },
  { value: "colour", label: t("productEditor.kindColour") },
];

/** Values that lists can be filtered by. */
export function AttributesPanel() {
  const { store, canEdit } = useEditing();
  const rows = useForm((form) => form.attributes);
  const set = (attributes: readonly Attribute[]) => store.set({ attributes });
  return (
    <Panel
      title={t("productEditor.attributes")}
      actions={
        canEdit ? (
          <Button
            leftSection={<Icon name="plus" small />}
            onClick={() =>
              set([...rows, { key: newKey(), label: "", values: [], kind: "text", unit: "" }])
            }
          >
            {t("productEditor.addAttribute")}
          </Button>
        ) : null
      }
    >
      {rows.length === 0 ? (
        <p className="small quiet">{t("productEditor.attributesHelp")}</p>
      ) : (
        <div className={styles.fields}>
          {rows.map((row, place) => (
            <AttributeRow
              key={row.key}
              row={row}
              place={place}
              onChange={(part) => set(rows.map((one) => (one === row ? { ...row, ...part } : one)))}
              onRemove={() => set(rows.filter((one) => one !== row))}
            />
          ))}
        </div>
      )}
    </Panel>
  );
}

interface RowProps {
  row: Attribute;
  place: number;
  onChange: (part: Partial<Attribute>) => void;
  onRemove: () => void;
}

function AttributeRow({ row, place, onChange, onRemove }: RowProps) {
  const { canEdit } = useEditing();
  const error = useError(`attributes.${place}.values`);
  const name = row.label || t("productEditor.attribute");
  return (
    <div className={styles.attribute} role="group" aria-label={name}>
      <LabelField label={row.label} onChange={onChange} />
      <TagsInput
        label={t("productEditor.values")}
        value={row.values}
        data={row.kind === "boolean" ? [t("productEditor.yes"), t("productEditor.no")] : []}
        readOnly={!canEdit}
        error={error}
        onChange={(values) => onChange({ values })}
      />
      <NativeSelect
        label={t("productEditor.kind")}
        data={KINDS}
        value={row.kind}
        disabled={!canEdit}
        onChange={(event) => onChange({ kind: event.currentTarget.value as AttributeKind })}
      />
      {row.kind === "number" ? (
        <TextInput
          label={t("productEditor.unit")}
          value={row.unit}
          maxLength={20}
          readOnly={!canEdit}
          onChange={(event) => onChange({ unit: event.currentTarget.value })}
        />
      ) : (
        <span />
      )}
      {canEdit ? (
        <ActionIcon
          variant="subtle"
          aria-label={t("productEditor.remove", { name })}
          onClick={onRemove}
        >
          <Icon name="close" small />
        </ActionIcon>
      ) : null}
    </div>
  );
}

/** A label that other products have brings its type with it. */
function LabelField(props: { label: string; onChange: (part: Partial<Attribute>) => void }) {
  const { canEdit } = useEditing();
  const { data } = useQuery(choicesQuery);
  const known = data?.attributes ?? [];
  return (
    <Autocomplete
      label={t("productEditor.attribute")}
      data={known.map(({ label }) => label)}
      limit={50}
      value={props.label}
      maxLength={100}
      readOnly={!canEdit}
      onChange={(label) => {
        const found = known.find((one) => one.label === label);
        props.onChange(found ? { label, kind: found.kind, unit: found.unit } : { label });
      }}
    />
  );
}
