import { ActionIcon, NumberInput, Select, TextInput } from "@mantine/core";
import { minorUnits } from "@/format/money";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import type { ConditionField, DraftCondition } from "./draft";
import styles from "./collections.module.css";

const FIELDS = {
  category: "storefront.fieldCategory",
  brand: "storefront.fieldBrand",
  tag: "storefront.fieldTag",
  priceFrom: "storefront.fieldPriceFrom",
  priceTo: "storefront.fieldPriceTo",
  discount: "storefront.fieldDiscount",
  inStock: "storefront.fieldInStock",
  createdWithinDays: "storefront.fieldCreatedWithinDays",
  attribute: "storefront.fieldAttribute",
} as const satisfies Record<ConditionField, string>;

const LIMITS: Partial<Record<ConditionField, number>> = { discount: 99, createdWithinDays: 3650 };

export interface Choice {
  value: string;
  label: string;
}

/** What conditions can name. */
export interface Choices {
  categories: Choice[];
  brands: Choice[];
  attributes: Choice[];
  currency: string;
}

interface Props {
  condition: DraftCondition;
  number: number;
  choices: Choices;
  onChange: (condition: DraftCondition) => void;
  onRemove: (() => void) | null;
  disabled: boolean;
}

/** A condition: what is compared, and with what. */
export function ConditionRow({ condition, number, choices, onChange, onRemove, disabled }: Props) {
  return (
    <li className={styles.condition}>
      <Select
        aria-label={t("storefront.conditionField", { number })}
        data={Object.entries(FIELDS).map(([value, label]) => ({ value, label: t(label) }))}
        value={condition.field}
        onChange={(field) =>
          onChange({
            ...condition,
            field: field as ConditionField,
            name: "",
            value: field === "inStock" ? true : "",
          })
        }
        allowDeselect={false}
        disabled={disabled}
      />
      <Value
        condition={condition}
        number={number}
        choices={choices}
        onChange={onChange}
        disabled={disabled}
      />
      {onRemove ? (
        <ActionIcon
          variant="subtle"
          aria-label={t("storefront.removeCondition", { number })}
          disabled={disabled}
          onClick={onRemove}
        >
          <Icon name="close" small />
        </ActionIcon>
      ) : null}
    </li>
  );
}

type ValueProps = Omit<Props, "onRemove">;

function Value(props: ValueProps) {
  const { condition, number, choices, onChange, disabled } = props;
  const label = t("storefront.conditionValue", { number });
  const set = (value: DraftCondition["value"]) => onChange({ ...condition, value });
  switch (condition.field) {
    case "category":
    case "brand":
      return (
        <Select
          aria-label={label}
          data={condition.field === "category" ? choices.categories : choices.brands}
          value={condition.value === "" ? null : String(condition.value)}
          onChange={(value) => set(value === null ? "" : Number(value))}
          searchable
          disabled={disabled}
        />
      );
    case "inStock":
      return (
        <Select
          aria-label={label}
          data={[
            { value: "true", label: t("storefront.inStock") },
            { value: "false", label: t("storefront.outOfStock") },
          ]}
          value={String(condition.value)}
          onChange={(value) => set(value === "true")}
          allowDeselect={false}
          disabled={disabled}
        />
      );
    case "tag":
      return <TextValue {...props} label={label} />;
    case "attribute":
      return <AttributeValue {...props} label={label} />;
    default:
      return <NumberValue {...props} label={label} set={set} />;
  }
}

function TextValue({ condition, onChange, disabled, label }: ValueProps & { label: string }) {
  return (
    <TextInput
      aria-label={label}
      value={String(condition.value)}
      onChange={(event) => onChange({ ...condition, value: event.currentTarget.value })}
      disabled={disabled}
    />
  );
}

function AttributeValue(props: ValueProps & { label: string }) {
  const { condition, number, choices, onChange, disabled } = props;
  return (
    <div className={styles.attribute}>
      <Select
        aria-label={t("storefront.conditionName", { number })}
        data={choices.attributes}
        value={condition.name || null}
        onChange={(name) => onChange({ ...condition, name: name ?? "" })}
        searchable
        disabled={disabled}
      />
      <TextValue {...props} />
    </div>
  );
}

interface NumberProps extends ValueProps {
  label: string;
  set: (value: DraftCondition["value"]) => void;
}

/** Prices are shown in major units and kept in minor ones. */
function NumberValue({ condition, choices, disabled, label, set }: NumberProps) {
  const { field, value } = condition;
  const isPrice = field === "priceFrom" || field === "priceTo";
  const unit = isPrice ? minorUnits(choices.currency) : 1;
  return (
    <NumberInput
      aria-label={label}
      value={typeof value === "number" ? value / unit : ""}
      onChange={(typed) => set(typed === "" ? "" : Math.round(Number(typed) * unit))}
      min={isPrice ? 0 : 1}
      max={LIMITS[field] ?? 1_000_000_000}
      decimalScale={Math.log10(unit)}
      allowNegative={false}
      suffix={isPrice ? ` ${choices.currency}` : ""}
      disabled={disabled}
    />
  );
}
