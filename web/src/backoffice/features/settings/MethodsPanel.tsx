import { Button, MultiSelect, TextInput } from "@mantine/core";
import { t } from "../../messages/t";
import { Panel } from "../../ui/Panel";
import { AmountInput } from "./AmountInput";
import { countryOptions } from "../../ui/countries";
import { DayFields } from "./DayFields";
import { emptyMethod, emptyRate } from "./deliveryForm";
import { errorAt, type PartProps, replaced, without } from "./props";
import type { Delivery, Method, Zone } from "./queries";
import { RateFields } from "./RateFields";
import styles from "./settings.module.css";

/** Delivery methods, each with one price or with prices by zone. */
export function MethodsPanel({ form, onChange, errors, canEdit }: PartProps<Delivery>) {
  const { methods, zones } = form;
  const set = (index: number, method: Method) =>
    onChange((now) => ({ ...now, methods: replaced(now.methods, index, method) }));
  const add = () =>
    onChange((now) => ({
      ...now,
      methods: [...now.methods, emptyMethod(now.methods.map(({ code }) => code))],
    }));
  return (
    <Panel
      title={t("settings.methods")}
      actions={canEdit ? <Button onClick={add}>{t("settings.addMethod")}</Button> : null}
    >
      {methods.length === 0 ? <p className="quiet small">{t("settings.noMethods")}</p> : null}
      <ul className={styles.rows}>
        {methods.map((method, index) => (
          <li key={method.code} className={styles.row}>
            <MethodFields
              method={method}
              zones={zones}
              errors={errors}
              field={`methods.${index}`}
              canEdit={canEdit}
              onChange={(changed) => set(index, changed)}
              onRemove={() => onChange((now) => ({ ...now, methods: without(now.methods, index) }))}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface Props {
  method: Method;
  zones: readonly Zone[];
  errors: PartProps<Delivery>["errors"];
  field: string;
  canEdit: boolean;
  onChange: (method: Method) => void;
  onRemove: () => void;
}

function MethodFields(props: Props) {
  const { method, zones, errors, field, canEdit, onChange, onRemove } = props;
  const rates = method.rates ?? [];
  const free = zones.filter(({ code }) => rates.every(({ zone }) => zone !== code));
  return (
    <>
      <div className={styles.fields}>
        <TextInput
          className={styles.grow}
          label={t("settings.methodName")}
          value={method.name}
          readOnly={!canEdit}
          error={errorAt(errors, `${field}.name`)}
          onChange={(event) => onChange({ ...method, name: event.currentTarget.value })}
        />
        {canEdit ? (
          <Button
            variant="subtle"
            onClick={onRemove}
            aria-label={t("settings.removeNamed", { name: method.name })}
          >
            {t("settings.remove")}
          </Button>
        ) : null}
      </div>
      {rates.length === 0 ? <OnePrice {...props} /> : null}
      {rates.map((rate, index) => (
        <RateFields
          key={rate.zone}
          rate={rate}
          zone={zones.find(({ code }) => code === rate.zone)?.name ?? rate.zone}
          errors={errors}
          field={`${field}.rates.${index}`}
          canEdit={canEdit}
          onChange={(changed) => onChange({ ...method, rates: replaced(rates, index, changed) })}
          onRemove={() => onChange({ ...method, rates: without(rates, index) })}
        />
      ))}
      {canEdit && free.length > 0 ? (
        <div className={styles.buttons} role="group" aria-label={t("settings.addRates")}>
          {free.map((zone) => (
            <Button
              key={zone.code}
              size="compact-sm"
              onClick={() => onChange({ ...method, rates: [...rates, emptyRate(zone.code)] })}
            >
              {t("settings.addRate", { zone: zone.name || t("settings.unnamed") })}
            </Button>
          ))}
        </div>
      ) : null}
    </>
  );
}

function OnePrice({ method, errors, field, canEdit, onChange }: Props) {
  return (
    <>
      <div className={styles.fields}>
        <AmountInput
          label={t("settings.price")}
          value={method.price ?? 0}
          readOnly={!canEdit}
          error={errorAt(errors, `${field}.price`)}
          onChange={(price) => onChange({ ...method, price: price ?? 0 })}
        />
        <AmountInput
          label={t("settings.freeOver")}
          placeholder={t("settings.never")}
          value={method.freeOver ?? null}
          readOnly={!canEdit}
          onChange={(freeOver) => onChange({ ...method, freeOver })}
        />
        <DayFields
          minDays={method.minDays}
          maxDays={method.maxDays}
          canEdit={canEdit}
          error={errorAt(errors, `${field}.maxDays`)}
          onChange={(days) => onChange({ ...method, ...days })}
        />
      </div>
      <MultiSelect
        label={t("settings.destinations")}
        placeholder={(method.countries ?? []).length === 0 ? t("settings.everywhere") : ""}
        data={[...countryOptions]}
        value={method.countries ?? []}
        searchable
        limit={60}
        readOnly={!canEdit}
        onChange={(countries) => onChange({ ...method, countries })}
      />
    </>
  );
}
