import { NumberInput } from "@mantine/core";
import type { ReactNode } from "react";
import { minorUnits } from "@/format/money";
import { useShop } from "../../session/session";

interface Props {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  description?: ReactNode;
  error?: ReactNode;
  hideLabel?: boolean;
  placeholder?: string;
  readOnly?: boolean;
}

/** An amount of the shop's currency, in minor units; null if it is empty. */
export function AmountInput({ value, onChange, label, hideLabel = false, ...props }: Props) {
  const { currency } = useShop();
  const units = minorUnits(currency);
  return (
    <NumberInput
      {...props}
      {...(hideLabel ? { "aria-label": label } : { label })}
      value={value === null ? "" : value / units}
      onChange={(typed) => onChange(typed === "" ? null : Math.round(Number(typed) * units))}
      rightSection={<span className="quiet small">{currency}</span>}
      rightSectionWidth={48}
      decimalScale={Math.round(Math.log10(units))}
      fixedDecimalScale
      min={0}
      hideControls
      maw={160}
    />
  );
}
