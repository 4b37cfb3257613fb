import { Radio, Stack, TextInput } from "@mantine/core";
import { t, tEnum } from "../messages/t";
import { useShop } from "../session/session";
import { dayOf } from "./time";

const METHODS = ["bank_transfer", "card_terminal", "cash", "other"] as const;

export type TransferMethod = (typeof METHODS)[number];

/** Whether a text of the server is a method. */
export function isMethod(value: string | null): value is TransferMethod {
  return METHODS.some((method) => method === value);
}

/** How money changed hands outside of the payment provider. */
export interface Transfer {
  method: TransferMethod;
  reference: string;
  /** `2026-11-28`; empty while the operator types it. */
  day: string;
}

/** A bank transfer of today. */
export function newTransfer(timeZone: string): Transfer {
  return { method: "bank_transfer", reference: "", day: dayOf(new Date(), timeZone) };
}

interface Props {
  value: Transfer;
  /** The label of the day, such as "Received on". */
  dayLabel: string;
  /** Messages by field: `method`, `reference` and `day`. */
  errors: Readonly<Partial<Record<keyof Transfer, string | undefined>>>;
  onChange: (value: Transfer) => void;
}

/** Method, reference and day of money that was received or paid back outside. */
export function TransferFields({ value, dayLabel, errors, onChange }: Props) {
  const { timeZone } = useShop();
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t("ui.transfer.method")}
        value={value.method}
        error={errors.method}
        onChange={(method) => onChange({ ...value, method })}
      >
        <Stack gap="xs" mt="xs">
          {METHODS.map((method) => (
            <Radio key={method} value={method} label={tEnum("ui.transfer", method)} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={t("ui.transfer.reference")}
        description={t("ui.transfer.referenceHelp")}
        maxLength={120}
        autoComplete="off"
        value={value.reference}
        error={errors.reference}
        onChange={({ currentTarget }) => onChange({ ...value, reference: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={dayLabel}
        maw={200}
        required
        withAsterisk={false}
        max={dayOf(new Date(), timeZone)}
        value={value.day}
        error={errors.day}
        onChange={({ currentTarget }) => onChange({ ...value, day: currentTarget.value })}
      />
    </Stack>
  );
}
