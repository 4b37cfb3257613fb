import { NumberInput, SegmentedControl, SimpleGrid, TextInput } from "@mantine/core";
import { useState } from "react";
import { minorUnits } from "@/format/money";
import { t } from "../../messages/t";
import { useShop } from "../../session/session";
import { localTime, momentOf } from "../../ui/time";
import styles from "./promotions.module.css";

interface MoneyProps {
  label: string;
  description?: string;
  /** In the minor unit; null: empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  error?: string | undefined;
  /** Whether it is focused when its panel opens. */
  isFirst?: boolean;
}

/** An amount of money in the shop's currency. */
export function MoneyField(props: MoneyProps) {
  const { label, description, value, onChange, error, isFirst } = props;
  const { currency } = useShop();
  const unit = minorUnits(currency);
  const [typed, setTyped] = useState<string | number>(value === null ? "" : value / unit);
  const parsed = (text: string | number) => (text === "" ? null : Math.round(Number(text) * unit));
  return (
    <NumberInput
      label={label}
      description={description}
      // What is typed stays, such as "5." on the way to "5.50".
      value={parsed(typed) === value ? typed : value === null ? "" : value / unit}
      onChange={(text) => {
        setTyped(text);
        onChange(parsed(text));
      }}
      error={error}
      min={0}
      decimalScale={Math.round(Math.log10(unit))}
      hideControls
      rightSection={<span className="small quiet">{currency}</span>}
      rightSectionWidth={48}
      className={styles.short}
      data-autofocus={isFirst || undefined}
    />
  );
}

interface CountProps {
  label: string;
  description?: string;
  value: number | null;
  onChange: (value: number | null) => void;
  error?: string | undefined;
  max?: number;
  min?: number;
  unit?: string;
}

/** A whole number, or nothing. */
export function CountField({ value, onChange, unit, min = 1, max, ...rest }: CountProps) {
  return (
    <NumberInput
      {...rest}
      value={value ?? ""}
      onChange={(typed) => onChange(typed === "" ? null : Number(typed))}
      min={min}
      {...(max === undefined ? {} : { max })}
      allowDecimal={false}
      hideControls
      rightSection={unit ? <span className="small quiet">{unit}</span> : null}
      className={styles.short}
    />
  );
}

interface ReductionProps {
  percent: number | null;
  amount: number | null;
  isPercent: boolean;
  onChange: (changes: {
    percent?: number | null;
    amount?: number | null;
    isPercent?: boolean;
  }) => void;
  errors: Record<string, string>;
}

/** A percentage or an amount off. */
export function ReductionFields({ percent, amount, isPercent, onChange, errors }: ReductionProps) {
  return (
    <div className={styles.pair}>
      <SegmentedControl
        aria-label={t("promotions.reduction")}
        value={isPercent ? "percent" : "amount"}
        onChange={(kind) => onChange({ isPercent: kind === "percent" })}
        data={[
          { value: "percent", label: t("promotions.percent") },
          { value: "amount", label: t("promotions.amount") },
        ]}
      />
      {isPercent ? (
        <CountField
          label={t("promotions.percentOff")}
          value={percent}
          onChange={(value) => onChange({ percent: value })}
          max={100}
          unit="%"
          error={errors["percent"]}
        />
      ) : (
        <MoneyField
          label={t("promotions.amountOff")}
          value={amount}
          onChange={(value) => onChange({ amount: value })}
          error={errors["amount"]}
        />
      )}
    </div>
  );
}

interface ScheduleProps {
  startsAt: string;
  endsAt: string | null;
  onChange: (changes: { startsAt?: string; endsAt?: string | null }) => void;
  errors: Record<string, string>;
}

/** Start and end in the shop's time zone. */
export function ScheduleFields({ startsAt, endsAt, onChange, errors }: ScheduleProps) {
  const { timeZone } = useShop();
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          type="datetime-local"
          label={t("promotions.startsAt")}
          value={localTime(startsAt, timeZone)}
          error={errors["startsAt"]}
          onChange={({ currentTarget: { value } }) =>
            value === "" ? undefined : onChange({ startsAt: momentOf(value, timeZone) })
          }
        />
        <TextInput
          type="datetime-local"
          label={t("promotions.endsAt")}
          value={endsAt === null ? "" : localTime(endsAt, timeZone)}
          error={errors["endsAt"]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ endsAt: value === "" ? null : momentOf(value, timeZone) })
          }
        />
      </SimpleGrid>
      <p className="tiny quiet">{t("promotions.zone", { zone: timeZone.replaceAll("_", " ") })}</p>
    </>
  );
}
