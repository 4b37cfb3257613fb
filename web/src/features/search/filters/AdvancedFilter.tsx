import { type Conditions, readConditions, writeConditions } from "@/ui/Filter/conditions";
import { FilterChips } from "@/ui/Filter/FilterChips";
import { FilterSheet } from "@/ui/Filter/FilterSheet";
import { isCondition, type ListParameters } from "../list/listParameters";
import type { FilterProps } from "./filterProps";
import { productField, productFields } from "./productFields";

interface Props extends FilterProps {
  onClose: () => void;
}

function setConditions(list: ListParameters, conditions: Conditions): ListParameters {
  const others = Object.entries(list.filters).filter(([parameter]) => !isCondition(parameter));
  return {
    ...list,
    page: 1,
    filters: { ...Object.fromEntries(others), ...writeConditions(conditions) },
  };
}

/** The sheet with the advanced filter of a product list. */
export function AdvancedFilter({ list, facets, currency, onChange, onClose }: Props) {
  const applied = readConditions(list.filters, (key) => productField(key, facets, currency));
  const used = applied.conditions.map(({ key }) => key);
  return (
    <FilterSheet
      fields={productFields(facets, currency, used)}
      applied={applied}
      onApply={(conditions) => onChange(setConditions(list, conditions))}
      onClose={onClose}
    />
  );
}

/** The conditions of the advanced filter as removable chips. */
export function ConditionChips({ list, facets, currency, onChange }: FilterProps) {
  const fieldOf = (key: string) => productField(key, facets, currency);
  return (
    <FilterChips
      applied={readConditions(list.filters, fieldOf)}
      fieldOf={fieldOf}
      onChange={(conditions) => onChange(setConditions(list, conditions))}
    />
  );
}
