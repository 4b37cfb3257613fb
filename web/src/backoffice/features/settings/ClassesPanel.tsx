import { Button, MultiSelect, TagsInput, TextInput } from "@mantine/core";
import { t } from "../../messages/t";
import { Panel } from "../../ui/Panel";
import { newCode } from "./deliveryForm";
import { errorAt, type PartProps, replaced, without } from "./props";
import type { TaxClass, Taxes } from "./queries";
import styles from "./settings.module.css";

/** Products that are taxed at other rates, by category or one by one. */
export function ClassesPanel({ form, onChange, errors, canEdit }: PartProps<Taxes>) {
  const { classes, categories } = form;
  const set = (index: number, one: TaxClass) =>
    onChange((now) => ({ ...now, classes: replaced(now.classes, index, one) }));
  const remove = (index: number) =>
    onChange((now) => ({
      ...now,
      classes: without(now.classes, index),
      rates: now.rates.filter(({ taxClass }) => taxClass !== now.classes[index]?.code),
    }));
  const add = () =>
    onChange((now) => {
      const code = newCode(
        "reduced",
        now.classes.map((one) => one.code),
      );
      const name = t("settings.reduced");
      return { ...now, classes: [...now.classes, { code, name, products: [], categories: [] }] };
    });
  return (
    <Panel
      title={t("settings.classes")}
      actions={canEdit ? <Button onClick={add}>{t("settings.addClass")}</Button> : null}
    >
      <p className="quiet small">{t("settings.classesHelp")}</p>
      <ul className={styles.rows}>
        {classes.map((one, index) => (
          <li key={one.code} className={styles.row}>
            <ClassFields
              one={one}
              categories={categories}
              errors={errors}
              field={`classes.${index}`}
              canEdit={canEdit}
              onChange={(changed) => set(index, changed)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface FieldsProps {
  one: TaxClass;
  categories: Taxes["categories"];
  errors: PartProps<Taxes>["errors"];
  field: string;
  canEdit: boolean;
  onChange: (one: TaxClass) => void;
  onRemove: () => void;
}

function ClassFields(props: FieldsProps) {
  const { one, categories, errors, field, canEdit, onChange, onRemove } = props;
  return (
    <>
      <div className={styles.fields}>
        <TextInput
          className={styles.grow}
          label={t("settings.className")}
          value={one.name}
          readOnly={!canEdit}
          error={errorAt(errors, `${field}.name`)}
          onChange={(event) => onChange({ ...one, name: event.currentTarget.value })}
        />
        {canEdit ? (
          <Button
            variant="subtle"
            onClick={onRemove}
            aria-label={t("settings.removeNamed", { name: one.name })}
          >
            {t("settings.remove")}
          </Button>
        ) : null}
      </div>
      <MultiSelect
        label={t("settings.categories")}
        data={categories.map(({ path, title }) => ({ value: path, label: title }))}
        value={one.categories ?? []}
        searchable
        readOnly={!canEdit}
        error={errorAt(errors, `${field}.categories`)}
        onChange={(chosen) => onChange({ ...one, categories: chosen })}
      />
      <TagsInput
        label={t("settings.products")}
        description={t("settings.productsHelp")}
        value={one.products ?? []}
        readOnly={!canEdit}
        error={errorAt(errors, `${field}.products`)}
        onChange={(products) => onChange({ ...one, products })}
      />
    </>
  );
}
