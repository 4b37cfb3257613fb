import { Button, Checkbox, NumberInput, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../messages/t";
import { useShop } from "../../session/session";
import { Panel } from "../../ui/Panel";
import { countryOptions, placeName } from "../../ui/countries";
import { errorAt, type PartProps, replaced, without } from "./props";
import type { TaxRate, Taxes } from "./queries";
import styles from "./settings.module.css";
import { emptyRate, percent, suggestedRate } from "./taxForm";

/** Tax rates by place and class. */
export function RatesPanel(props: PartProps<Taxes>) {
  const { form, onChange, errors, canEdit } = props;
  const shop = useShop();
  const add = () =>
    onChange((now) => {
      const last = now.rates.at(-1);
      const rate = emptyRate(last?.country ?? shop.country, last?.included ?? true);
      return { ...now, rates: [...now.rates, rate] };
    });
  const set = (index: number, rate: TaxRate) =>
    onChange((now) => ({ ...now, rates: replaced(now.rates, index, rate) }));
  return (
    <Panel
      title={t("settings.rates")}
      actions={canEdit ? <Button onClick={add}>{t("settings.addTaxRate")}</Button> : null}
    >
      {form.rates.length === 0 ? <p className="quiet small">{t("settings.noTaxRates")}</p> : null}
      <ul className={styles.rows}>
        {form.rates.map((rate, index) => (
          <li key={index} className={styles.row}>
            <RateRow
              rate={rate}
              classes={form.classes}
              errors={errors}
              field={`rates.${index}`}
              canEdit={canEdit}
              onChange={(changed) => set(index, changed)}
              onRemove={() => onChange((now) => ({ ...now, rates: without(now.rates, index) }))}
            />
          </li>
        ))}
      </ul>
      {canEdit ? <Suggestions {...props} /> : null}
    </Panel>
  );
}

interface RowProps {
  rate: TaxRate;
  classes: Taxes["classes"];
  errors: PartProps<Taxes>["errors"];
  field: string;
  canEdit: boolean;
  onChange: (rate: TaxRate) => void;
  onRemove: () => void;
}

function RateRow(props: RowProps) {
  const { rate, classes, errors, field, canEdit, onChange, onRemove } = props;
  return (
    <>
      <div className={styles.fields}>
        <TextInput
          className={styles.grow}
          label={t("settings.taxName")}
          value={rate.name}
          readOnly={!canEdit}
          error={errorAt(errors, `${field}.name`)}
          onChange={(event) => onChange({ ...rate, name: event.currentTarget.value })}
        />
        <NumberInput
          label={t("settings.rate")}
          value={rate.millionths / 10_000}
          min={0}
          max={100}
          maw={120}
          decimalScale={4}
          hideControls
          readOnly={!canEdit}
          rightSection={<span className="quiet small">%</span>}
          error={errorAt(errors, `${field}.millionths`)}
          onChange={(typed) =>
            onChange({ ...rate, millionths: Math.round(Number(typed) * 10_000) })
          }
        />
        <Select
          label={t("settings.taxClass")}
          value={rate.taxClass ?? ""}
          allowDeselect={false}
          readOnly={!canEdit}
          maw={180}
          data={[
            { value: "", label: t("settings.standard") },
            ...classes.map(({ code, name }) => ({ value: code, label: name || code })),
          ]}
          error={errorAt(errors, `${field}.taxClass`)}
          onChange={(taxClass) => onChange({ ...rate, taxClass: taxClass ?? "" })}
        />
        {canEdit ? (
          <Button
            variant="subtle"
            onClick={onRemove}
            aria-label={t("settings.removeNamed", {
              name: `${rate.name} ${placeName(rate.country)} ${percent(rate.millionths)} %`,
            })}
          >
            {t("settings.remove")}
          </Button>
        ) : null}
      </div>
      <PlaceAndUse {...props} />
    </>
  );
}

function PlaceAndUse({ rate, errors, field, canEdit, onChange }: RowProps) {
  return (
    <>
      <div className={styles.fields}>
        <Select
          className={styles.grow}
          label={t("settings.country")}
          data={[...countryOptions]}
          value={rate.country}
          searchable
          allowDeselect={false}
          readOnly={!canEdit}
          error={errorAt(errors, `${field}.country`)}
          onChange={(country) => onChange({ ...rate, country: country ?? rate.country })}
        />
        {(["state", "city"] as const).map((name) => (
          <TextInput
            key={name}
            label={t(`settings.${name}`)}
            placeholder={t("settings.all")}
            value={rate[name] ?? ""}
            readOnly={!canEdit}
            maw={160}
            error={errorAt(errors, `${field}.${name}`)}
            onChange={(event) => onChange({ ...rate, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
      <div className={styles.fields}>
        <Checkbox
          label={t("settings.included")}
          checked={rate.included}
          disabled={!canEdit}
          onChange={(event) => onChange({ ...rate, included: event.currentTarget.checked })}
        />
        <Checkbox
          label={t("settings.onDelivery")}
          checked={rate.onDelivery}
          disabled={!canEdit}
          onChange={(event) => onChange({ ...rate, onDelivery: event.currentTarget.checked })}
        />
      </div>
    </>
  );
}

function Suggestions({ form, onChange }: PartProps<Taxes>) {
  const shop = useShop();
  const [country, setCountry] = useState(shop.country);
  const found = form.suggestions.find((one) => one.country === country);
  return (
    <div className={styles.result}>
      <div className={styles.fields}>
        <Select
          className={styles.grow}
          label={t("settings.suggestFor")}
          data={[...countryOptions]}
          value={country}
          searchable
          allowDeselect={false}
          onChange={(value) => setCountry(value ?? country)}
        />
        {found ? (
          <Button
            onClick={() =>
              onChange((now) => ({ ...now, rates: [...now.rates, suggestedRate(found)] }))
            }
          >
            {t("settings.addSuggested", { name: found.name, rate: percent(found.standard) })}
          </Button>
        ) : null}
      </div>
      <p className="tiny quiet" role="status">
        {found
          ? t("settings.suggested", {
              reduced: found.reduced.map((rate) => `${percent(rate)} %`).join(", ") || "–",
              asOf: found.asOf,
            })
          : t(country === "US" ? "settings.salesTax" : "settings.noSuggestion")}
      </p>
    </div>
  );
}
