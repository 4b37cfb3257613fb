import { NumberInput } from "@mantine/core";
import type { ReactNode } from "react";
import { minorUnits } from "@/format/money";
import { useShop } from "../../session/session";

interface Props {
  label: string;
  /** In minor units; null if it is empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  description?: ReactNode;
  error?: ReactNode;
}

/** An amount of the shop's currency. */
export function AmountField({ value, onChange, ...props }: Props) {
  const { currency } = useShop();
  const units = minorUnits(currency);
  return (
    <NumberInput
      {...props}
      value={value === null ? "" : value / units}
      onChange={(typed) => onChange(typed === "" ? null : Math.round(Number(typed) * units))}
      rightSection={<span className="quiet small">{currency}</span>}
      rightSectionWidth={48}
      decimalScale={Math.round(Math.log10(units))}
      fixedDecimalScale
      min={0}
      hideControls
      maw={200}
    />
  );
}
