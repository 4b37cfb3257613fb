import type { Facet } from "@/api/types";
import { type Conditions, readConditions, writeConditions } from "@/ui/Filter/conditions";
import { FilterChips } from "@/ui/Filter/FilterChips";
import { FilterSheet } from "@/ui/Filter/FilterSheet";
import { isCondition, type ListState } from "../listState";
import { productField, productFields } from "./productFields";

interface Props {
  state: ListState;
  facets: readonly Facet[];
  currency: string;
  onChange: (state: ListState) => void;
  onClose?: () => void;
}

function withConditions(state: ListState, next: Conditions): ListState {
  const others = Object.entries(state.filters).filter(([parameter]) => !isCondition(parameter));
  return {
    ...state,
    page: 1,
    filters: { ...Object.fromEntries(others), ...writeConditions(next) },
  };
}

/** The advanced filter of a product list. */
export function ProductFilter({ state, facets, currency, onChange, onClose }: Props) {
  const applied = readConditions(state.filters, (key) => productField(key, facets, currency));
  const used = applied.conditions.map(({ key }) => key);
  return (
    <FilterSheet
      fields={productFields(facets, currency, used)}
      applied={applied}
      onApply={(next) => onChange(withConditions(state, next))}
      onClose={() => onClose?.()}
    />
  );
}

/** Its conditions among the list's chips. */
export function ConditionChips({ state, facets, currency, onChange }: Props) {
  const fieldOf = (key: string) => productField(key, facets, currency);
  return (
    <FilterChips
      applied={readConditions(state.filters, fieldOf)}
      fieldOf={fieldOf}
      onChange={(next) => onChange(withConditions(state, next))}
    />
  );
}
