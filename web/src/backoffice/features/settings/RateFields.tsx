import { Button, NumberInput, SegmentedControl } from "@mantine/core";
import { t } from "../../messages/t";
import { AmountInput } from "./AmountInput";
import { DayFields } from "./DayFields";
import { errorAt, type PartProps, replaced, without } from "./props";
import type { Rate } from "./queries";
import styles from "./settings.module.css";

interface Props {
  rate: Rate;
  /** The zone's name. */
  zone: string;
  errors: PartProps<unknown>["errors"];
  field: string;
  canEdit: boolean;
  onChange: (rate: Rate) => void;
  onRemove: () => void;
}

/** What a method costs in a zone: one price, or prices up to weights or values. */
export function RateFields(props: Props) {
  const { rate, zone, errors, field, canEdit, onChange, onRemove } = props;
  const setBasis = (basis: Rate["basis"]) => {
    const price = rate.bands[0]?.price ?? 0;
    onChange({
      ...rate,
      basis,
      bands: basis === "flat" ? [{ upTo: null, price }] : [{ upTo: 1000, price }],
    });
  };
  return (
    <fieldset className={styles.rate}>
      <legend className="strong small">{zone || t("settings.unnamed")}</legend>
      <div className={styles.rates}>
        <div className={styles.fields}>
          <SegmentedControl
            aria-label={t("settings.basisOf", { zone })}
            value={rate.basis}
            disabled={!canEdit}
            data={[
              { value: "flat", label: t("settings.flat") },
              { value: "weight", label: t("settings.byWeight") },
              { value: "value", label: t("settings.byValue") },
            ]}
            onChange={(value) => setBasis(value)}
          />
          {canEdit ? (
            <Button
              variant="subtle"
              onClick={onRemove}
              aria-label={t("settings.removeNamed", { name: zone })}
            >
              {t("settings.remove")}
            </Button>
          ) : null}
        </div>
        <Bands {...props} />
        <div className={styles.fields}>
          <AmountInput
            label={t("settings.freeOver")}
            placeholder={t("settings.never")}
            value={rate.freeOver ?? null}
            readOnly={!canEdit}
            onChange={(freeOver) => onChange({ ...rate, freeOver })}
          />
          <DayFields
            minDays={rate.minDays}
            maxDays={rate.maxDays}
            canEdit={canEdit}
            error={errorAt(errors, `${field}.maxDays`)}
            onChange={(days) => onChange({ ...rate, ...days })}
          />
        </div>
      </div>
    </fieldset>
  );
}

function Bands({ rate, errors, field, canEdit, onChange }: Props) {
  const { bands, basis } = rate;
  const set = (index: number, band: Rate["bands"][number]) =>
    onChange({ ...rate, bands: replaced(bands, index, band) });
  const last = bands.at(-1);
  const add = () => {
    const limit = (last?.upTo ?? 0) + 1000;
    onChange({ ...rate, bands: [...bands, { upTo: limit, price: last?.price ?? 0 }] });
  };
  return (
    <>
      {bands.map((band, index) => (
        <div key={index} className={styles.fields}>
          {basis === "flat" ? null : (
            <LimitInput
              basis={basis}
              value={band.upTo}
              readOnly={!canEdit}
              isLast={index === bands.length - 1}
              onChange={(upTo) => set(index, { ...band, upTo })}
            />
          )}
          <AmountInput
            label={t("settings.price")}
            value={band.price}
            readOnly={!canEdit}
            onChange={(price) => set(index, { ...band, price: price ?? 0 })}
          />
          {canEdit && bands.length > 1 ? (
            <Button
              variant="subtle"
              aria-label={t("settings.removeStep", { number: index + 1 })}
              onClick={() => onChange({ ...rate, bands: without(bands, index) })}
            >
              {t("settings.remove")}
            </Button>
          ) : null}
        </div>
      ))}
      {errorAt(errors, `${field}.bands`) ? (
        <p className="bad small" role="alert">
          {errorAt(errors, `${field}.bands`)}
        </p>
      ) : null}
      {canEdit && basis !== "flat" && last?.upTo !== null ? (
        <div className={styles.buttons}>
          <Button size="compact-sm" onClick={add}>
            {t("settings.addStep")}
          </Button>
          <span className="tiny quiet">{t("settings.aboveLast")}</span>
        </div>
      ) : null}
    </>
  );
}

interface LimitProps {
  basis: "weight" | "value";
  value: number | null;
  isLast: boolean;
  readOnly: boolean;
  onChange: (value: number | null) => void;
}

function LimitInput({ basis, value, isLast, readOnly, onChange }: LimitProps) {
  const placeholder = isLast ? t("settings.noLimit") : "";
  if (basis === "value") {
    return (
      <AmountInput
        label={t("settings.upToValue")}
        value={value}
        placeholder={placeholder}
        readOnly={readOnly}
        onChange={onChange}
      />
    );
  }
  return (
    <NumberInput
      label={t("settings.upToWeight")}
      value={value ?? ""}
      min={0}
      maw={160}
      hideControls
      readOnly={readOnly}
      placeholder={placeholder}
      rightSection={<span className="quiet small">{t("settings.grams")}</span>}
      rightSectionWidth={48}
      onChange={(typed) => onChange(typed === "" ? null : Number(typed))}
    />
  );
}
