import { NumberInput } from "@mantine/core";
import { t } from "../../messages/t";

interface DayProps {
  minDays: number;
  maxDays: number;
  canEdit: boolean;
  error: string | undefined;
  onChange: (days: { minDays: number; maxDays: number }) => void;
}

export function DayFields({ minDays, maxDays, canEdit, error, onChange }: DayProps) {
  return (
    <>
      <NumberInput
        label={t("settings.minDays")}
        value={minDays}
        min={0}
        max={365}
        hideControls
        readOnly={!canEdit}
        maw={110}
        onChange={(value) => onChange({ minDays: Number(value), maxDays })}
      />
      <NumberInput
        label={t("settings.maxDays")}
        value={maxDays}
        min={0}
        max={365}
        hideControls
        readOnly={!canEdit}
        maw={110}
        error={error}
        onChange={(value) => onChange({ minDays, maxDays: Number(value) })}
      />
    </>
  );
}
