import { Button, NumberInput, PasswordInput, Select, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { type PlainKey, t } from "../../messages/t";
import { useShop } from "../../session/session";
import { When } from "../../ui/When";
import { type Unit, unitOf, UNITS } from "./duration";
import type { Setting, Value } from "./queries";
import styles from "./Settings.module.css";

export interface FieldProps {
  setting: Setting;
  /** The new value; null takes the default; undefined leaves it as it is. */
  change: Value | null | undefined;
  onChange: (change: Value | null | undefined) => void;
  error: string | undefined;
}

/** The value that the field shows. */
export function shownValue({ setting, change }: Pick<FieldProps, "setting" | "change">) {
  if (change === undefined) return setting.value;
  return change === null ? setting.default : change;
}

/** A setting: its value, what it means, and where the value comes from. */
export function SettingField(props: FieldProps) {
  return (
    <div className={styles.field} id={props.setting.name}>
      <Control {...props} />
      <SettingSource {...props} />
    </div>
  );
}

/** Where the value of a setting comes from, and a button that takes the default. */
export function SettingSource({ setting, change, onChange }: Omit<FieldProps, "error">) {
  const canReset = setting.isEditable && setting.source === "shop" && change !== null;
  return (
    <p className={styles.source}>
      <SourceText setting={setting} />
      {canReset ? (
        <Button className={styles.reset} variant="subtle" onClick={() => onChange(null)}>
          {setting.kind === "secret" ? t("setup.removeSecret") : t("setup.reset")}
          <span className="visually-hidden"> {t("setup.resetOf", { name: setting.label })}</span>
        </Button>
      ) : null}
    </p>
  );
}

function SourceText({ setting }: { setting: Setting }) {
  const { source, variable, changedAt } = setting;
  if (source === "environment") return t("setup.fromEnvironment", { variable });
  if (source === "file") return t("setup.fromFile", { variable });
  if (!setting.isEditable) return t("setup.onMachine", { variable });
  if (source === "default" || !changedAt) return t("setup.fromDefault");
  return (
    <>
      {t("setup.changed")} <When at={changedAt} />
    </>
  );
}

function Control(props: FieldProps) {
  switch (props.setting.kind) {
    case "boolean":
      return <BooleanField {...props} />;
    case "choice":
      return <ChoiceField {...props} />;
    case "number":
    case "money":
      return <NumberField {...props} />;
    case "seconds":
      return <DurationField {...props} />;
    case "secret":
      return <SecretField {...props} />;
    default:
      return <TextField {...props} />;
  }
}

/** What all fields have in common. */
function common({ setting, error }: FieldProps) {
  return {
    label: setting.label,
    description: setting.meaning,
    error,
    disabled: !setting.isEditable,
  };
}

function BooleanField(props: FieldProps) {
  return (
    <Switch
      {...common(props)}
      checked={shownValue(props) === true}
      onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
    />
  );
}

/** What choices are called that are short names in the server's settings. */
const NAMES: Readonly<Record<string, PlainKey>> = {
  "": "setup.none",
  "0": "setup.modeTest",
  "1": "setup.modeLive",
  none: "setup.none",
  sandbox: "setup.sandbox",
  stripe: "setup.stripe",
  razorpay: "setup.razorpay",
  twilio: "setup.twilio",
  auto: "setup.auto",
  always: "setup.always",
  never: "setup.never",
};

function ChoiceField(props: FieldProps) {
  const { choices } = props.setting;
  const nameOf = (choice: string | number) => {
    const key = NAMES[String(choice)];
    return key ? t(key) : String(choice);
  };
  return (
    <Select
      {...common(props)}
      className={styles.short}
      allowDeselect={false}
      data={choices.map((choice) => ({ value: String(choice), label: nameOf(choice) }))}
      value={String(shownValue(props) ?? "")}
      onChange={(value) => props.onChange(choices.find((choice) => String(choice) === value))}
    />
  );
}

function NumberField(props: FieldProps) {
  const { currency } = useShop();
  const { setting } = props;
  const isMoney = setting.kind === "money";
  const decimals = isMoney ? decimalsOf(currency) : 0;
  const factor = 10 ** decimals;
  const value = shownValue(props);
  return (
    <NumberInput
      {...common(props)}
      className={styles.short}
      min={setting.minimum === null ? undefined : setting.minimum / factor}
      max={setting.maximum === null ? undefined : setting.maximum / factor}
      allowDecimal={decimals > 0}
      decimalScale={decimals}
      fixedDecimalScale={isMoney}
      hideControls
      leftSection={isMoney ? <span className="tiny quiet">{currency}</span> : undefined}
      leftSectionWidth={isMoney ? 48 : undefined}
      value={typeof value === "number" ? value / factor : ""}
      onChange={(next) => {
        if (typeof next === "number") props.onChange(Math.round(next * factor));
      }}
    />
  );
}

function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

function DurationField(props: FieldProps) {
  const value = shownValue(props);
  const seconds = typeof value === "number" ? value : 0;
  const [unit, setUnit] = useState<Unit>(() => unitOf(seconds));
  return (
    <div className={styles.duration}>
      <NumberInput
        {...common(props)}
        className={styles.short}
        min={0}
        allowDecimal={false}
        hideControls
        value={Math.round(seconds / UNITS[unit])}
        onChange={(next) => {
          if (typeof next === "number") props.onChange(next * UNITS[unit]);
        }}
      />
      <Select
        className={styles.unit}
        aria-label={t("setup.unitOf", { name: props.setting.label })}
        allowDeselect={false}
        disabled={!props.setting.isEditable}
        data={[
          { value: "seconds", label: t("setup.seconds") },
          { value: "minutes", label: t("setup.minutes") },
          { value: "hours", label: t("setup.hours") },
          { value: "days", label: t("setup.days") },
        ]}
        value={unit}
        onChange={(next) => {
          if (next === null) return;
          setUnit(next);
          props.onChange(Math.round(seconds / UNITS[unit]) * UNITS[next]);
        }}
      />
    </div>
  );
}

/** Write-only: what is stored is shown by its last characters at most. */
function SecretField(props: FieldProps) {
  const { setting, change } = props;
  const placeholder = setting.isSet
    ? setting.endsWith === ""
      ? t("setup.secretSet")
      : t("setup.secretEnds", { end: setting.endsWith })
    : t("setup.secretMissing");
  return (
    <PasswordInput
      {...common(props)}
      autoComplete="new-password"
      placeholder={change === null ? t("setup.secretRemoved") : placeholder}
      value={typeof change === "string" ? change : ""}
      visibilityToggleButtonProps={{ "aria-label": t("setup.showSecret") }}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value || undefined)}
    />
  );
}

function TextField(props: FieldProps) {
  const value = shownValue(props);
  return (
    <TextInput
      {...common(props)}
      maxLength={500}
      value={Array.isArray(value) ? value.join(", ") : String(value ?? "")}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
    />
  );
}
