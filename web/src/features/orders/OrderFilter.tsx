import { useAppState } from "@/state/appState";
import { ChipList } from "@/ui/Chips/Chips";
import { readConditions, writeConditions } from "@/ui/Filter/conditions";
import { FilterChips } from "@/ui/Filter/FilterChips";
import { FilterSheet } from "@/ui/Filter/FilterSheet";
import type { WrittenConditions } from "@/ui/Filter/parameters";
import { orderFields } from "./orderFields";

interface Props {
  written: WrittenConditions;
  onChange: (written: WrittenConditions) => void;
  onClose?: () => void;
}

function useFilter(written: WrittenConditions) {
  const currency = useAppState((state) => state.availibilityData?.currency) ?? "USD";
  const fields = orderFields(currency);
  const fieldOf = (key: string) => fields.find((field) => field.key === key) ?? null;
  return { fields, fieldOf, applied: readConditions(written, fieldOf) };
}

/** The advanced filter of the list of orders. */
export function OrderFilter({ written, onChange, onClose }: Props) {
  const { fields, applied } = useFilter(written);
  return (
    <FilterSheet
      fields={fields}
      applied={applied}
      onApply={(next) => onChange(writeConditions(next))}
      onClose={() => onClose?.()}
    />
  );
}

/** The conditions of the filter, each with a button to remove it. */
export function OrderFilterChips({ written, onChange }: Props) {
  const { fieldOf, applied } = useFilter(written);
  if (applied.conditions.length === 0) return null;
  return (
    <ChipList onClear={() => onChange({})}>
      <FilterChips
        applied={applied}
        fieldOf={fieldOf}
        onChange={(next) => onChange(writeConditions(next))}
      />
    </ChipList>
  );
}
