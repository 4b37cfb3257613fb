import { MultiSelect, Select, TagsInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { t } from "../../../messages/t";
import { useShop } from "../../../session/session";
import type { EditForm } from "./bulk";
import styles from "./grid.module.css";
import { choicesQuery } from "./queries";

interface Props {
  form: EditForm;
  onChange: (changes: Partial<EditForm>) => void;
}

const LEAVE = { value: "", label: t("products.leave") };

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <Select
      label={label}
      data={[...options]}
      value={value}
      allowDeselect={false}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}

/** What a bulk edit changes. Every field begins with "Leave as it is". */
export function EditFields(props: Props) {
  const { form, onChange } = props;
  const { data } = useQuery(choicesQuery);
  const tags = data?.tags ?? [];
  return (
    <div className={styles.fields}>
      <Choice
        label={t("products.status")}
        value={form.status}
        options={[
          LEAVE as { value: ""; label: string },
          { value: "active", label: t("products.status.active") },
          { value: "draft", label: t("products.status.draft") },
          { value: "archived", label: t("products.status.archived") },
        ]}
        onChange={(status) => onChange({ status })}
      />
      <PriceFields {...props} />
      <TagsInput
        label={t("products.addTags")}
        data={[...tags]}
        value={form.addTags}
        onChange={(addTags) => onChange({ addTags })}
      />
      <TagsInput
        label={t("products.removeTags")}
        data={[...tags]}
        value={form.removeTags}
        onChange={(removeTags) => onChange({ removeTags })}
      />
      <GroupFields {...props} />
      <TermFields {...props} />
    </div>
  );
}

function PriceFields({ form, onChange }: Props) {
  const { currency } = useShop();
  const changes = form.priceKind !== "";
  return (
    <>
      <Pair>
        <Choice
          label={t("products.priceChange")}
          value={form.priceKind}
          options={[
            LEAVE as { value: ""; label: string },
            { value: "percent", label: t("products.priceKind.percent") },
            { value: "amount", label: t("products.priceKind.amount") },
            { value: "set", label: t("products.priceKind.set") },
          ]}
          onChange={(priceKind) =>
            onChange({ priceKind, rounding: priceKind === "percent" ? "shop" : "none" })
          }
        />
        {changes ? (
          <TextInput
            label={t("products.value")}
            inputMode="decimal"
            rightSection={
              <span className="quiet">{form.priceKind === "percent" ? "%" : currency}</span>
            }
            rightSectionWidth={48}
            description={form.priceKind === "set" ? undefined : t("products.valueHint")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            value={form.value}
            onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
          />
        ) : null}
      </Pair>
      <Pair>
        {changes ? (
          <Choice
            label={t("products.rounding")}
            value={form.rounding}
            options={(["shop", "none", "99", "95"] as const).map((value) => ({
              value,
              label: t(`products.rounding.${value}`),
            }))}
            onChange={(rounding) => onChange({ rounding })}
          />
        ) : null}
        <Choice
          label={t("products.compareAt")}
          value={form.compareAt}
          options={(changes ? COMPARE_AT : COMPARE_AT.filter((one) => one !== "old_price")).map(
            (value) => ({ value, label: t(`products.compareAt.${value}`) }),
          )}
          onChange={(compareAt) => onChange({ compareAt })}
        />
      </Pair>
    </>
  );
}

const COMPARE_AT = ["keep", "old_price", "clear"] as const;

function GroupFields({ form, onChange }: Props) {
  const { data } = useQuery(choicesQuery);
  const named = (choices: readonly { id: number; name: string }[] = []) =>
    choices.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <>
      <Choice
        label={t("products.categories")}
        value={form.categoryMode}
        options={[
          LEAVE as { value: ""; label: string },
          ...(["add", "remove", "replace"] as const).map((value) => ({
            value,
            label: t(`products.categoryMode.${value}`),
          })),
        ]}
        onChange={(categoryMode) => onChange({ categoryMode })}
      />
      {form.categoryMode === "" ? null : (
        <MultiSelect
          aria-label={t("products.categories")}
          data={named(data?.categories)}
          value={form.categories}
          searchable
          onChange={(categories) => onChange({ categories })}
        />
      )}
      <Select
        label={t("products.brand")}
        data={[LEAVE, { value: "none", label: t("products.noBrand") }, ...named(data?.brands)]}
        value={form.brand}
        searchable
        allowDeselect={false}
        onChange={(brand) => onChange({ brand: brand ?? "" })}
      />
    </>
  );
}

function TermFields({ form, onChange }: Props) {
  return (
    <>
      <Pair>
        <Choice
          label={t("products.limit")}
          value={form.limit}
          options={[
            { value: "", label: t("products.limit.keep") },
            { value: "set", label: t("products.limit.set") },
            { value: "clear", label: t("products.limit.clear") },
          ]}
          onChange={(limit) => onChange({ limit })}
        />
        {form.limit === "set" ? (
          <TextInput
            label={t("products.limitValue")}
            inputMode="numeric"
            value={form.limitValue}
            onChange={({ currentTarget }) => onChange({ limitValue: currentTarget.value })}
          />
        ) : null}
      </Pair>
      <Choice
        label={t("products.returns")}
        value={form.returnable}
        options={[
          LEAVE as { value: ""; label: string },
          { value: "yes", label: t("products.returns.yes") },
          { value: "no", label: t("products.returns.no") },
        ]}
        onChange={(returnable) => onChange({ returnable })}
      />
    </>
  );
}
