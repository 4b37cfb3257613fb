import { Button, NumberInput, type NumberInputProps, Radio } from "@mantine/core";
import { useState } from "react";
import { t } from "../../messages/t";
import { money } from "../../ui/Money";
import { Panel } from "../../ui/Panel";
import type { CurrencyPreview } from "./queries";
import { type FieldProps, SettingSource, shownValue } from "./SettingField";
import styles from "./Settings.module.css";

interface Props {
  rounding: FieldProps | null;
  step: FieldProps | null;
  ending: FieldProps | null;
  preview: CurrencyPreview | undefined;
}

const STEPS = [5, 10, 50, 100];
/** In hundredths of what endings are below: .99, .95, .90, .00. */
const ENDINGS = [99, 95, 90, 0];

/** What a percentage off makes of a price: exact, to a step, or to an ending. */
export function RoundingPanel({ rounding, step, ending, preview }: Props) {
  if (!rounding || !step || !ending || !preview) return null;
  const mode = String(shownValue(rounding));
  return (
    <Panel title={t("currency.rounding")}>
      <div className={styles.choices}>
        <p className="small quiet">{t("currency.roundingHelp")}</p>
        <Radio.Group
          label={t("currency.mode")}
          value={mode}
          error={rounding.error}
          readOnly={!rounding.setting.isEditable}
          onChange={rounding.onChange}
        >
          <div className={styles.choices}>
            <Radio
              value="exact"
              label={t("currency.exact", { amount: preview.smallestAmount })}
              disabled={!rounding.setting.isEditable}
            />
            <div className={styles.choice}>
              <Radio
                value="step"
                label={t("currency.step")}
                disabled={!rounding.setting.isEditable}
              />
              {mode === "step" ? <StepField field={step} preview={preview} /> : null}
            </div>
            <div className={styles.choice}>
              <Radio
                value="ending"
                label={t("currency.ending")}
                disabled={!rounding.setting.isEditable}
              />
              {mode === "ending" ? <EndingField field={ending} preview={preview} /> : null}
            </div>
          </div>
        </Radio.Group>
        <SettingSource {...rounding} />
        <p className="small quiet">{t("currency.rule")}</p>
      </div>
    </Panel>
  );
}

interface PartProps {
  field: FieldProps;
  preview: CurrencyPreview;
}

function StepField({ field, preview: { currency, decimals } }: PartProps) {
  return (
    <div className={styles.choiceField}>
      <FigureInput
        field={field}
        units={10 ** decimals}
        label={t("currency.stepLabel")}
        decimalScale={decimals}
        leftSection={<span className="tiny quiet">{currency}</span>}
        leftSectionWidth={48}
      />
      <Presets
        field={field}
        name={t("currency.stepLabel")}
        values={STEPS.map((amount) => [amount, money({ amount, currency })])}
      />
    </div>
  );
}

function EndingField({ field, preview: { currency, endings } }: PartProps) {
  const example = money({ amount: endings * 19 + Number(shownValue(field)), currency });
  const digits = (one: number) => String(one).padStart(String(endings - 1).length, "0");
  return (
    <div className={styles.choiceField}>
      <FigureInput
        field={field}
        units={1}
        label={t("currency.endingLabel")}
        description={t("currency.endingHelp", { example })}
        decimalScale={0}
      />
      <Presets
        field={field}
        name={t("currency.endingLabel")}
        values={ENDINGS.map((one) => (one * endings) / 100).map((one) => [one, `…${digits(one)}`])}
      />
    </div>
  );
}

/** A whole number of the smallest unit, typed in units; what is typed stays until the field is left. */
function FigureInput({
  field,
  units,
  ...props
}: NumberInputProps & { field: FieldProps; units: number; decimalScale: number }) {
  const [typed, setTyped] = useState<number | string | null>(null);
  const value = Number(shownValue(field)) / units;
  return (
    <NumberInput
      {...props}
      className={styles.short}
      value={typed ?? value.toFixed(props.decimalScale)}
      error={field.error}
      disabled={!field.setting.isEditable}
      allowNegative={false}
      hideControls
      onChange={(next) => {
        setTyped(next);
        if (typeof next === "number") field.onChange(Math.round(next * units));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

function Presets({
  field,
  name,
  values,
}: {
  field: FieldProps;
  name: string;
  values: readonly (readonly [number, string])[];
}) {
  const current = shownValue(field);
  return (
    <div className={styles.presets} role="group" aria-label={t("currency.common", { name })}>
      {values.map(([value, label]) => (
        <Button
          key={value}
          size="compact-sm"
          aria-pressed={value === current}
          disabled={!field.setting.isEditable}
          onClick={() => field.onChange(value)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
