import { Suspense } from "react";
import { Chip, ChipList } from "@/ui/Chips/Chips";
import { lazyRequired } from "@/ui/lazy/lazyRequired";
import {
  appliedFilters,
  clearFilters,
  hasConditions,
  isCondition,
  toggleFilter,
} from "../list/listParameters";
import { filterLabel } from "./filterLabel";
import type { FilterProps } from "./filterProps";

const ConditionChips = lazyRequired(
  async () => (await import("./advancedFilterChunk")).ConditionChips,
);

/** The applied filters as removable chips. */
export function AppliedFilters({ list, facets, currency, onChange }: FilterProps) {
  const filters = appliedFilters(list);
  return (
    <ChipList onClear={() => onChange(clearFilters(list))}>
      {filters
        .filter(({ parameter }) => !isCondition(parameter))
        .map((filter) => (
          <Chip
            key={`${filter.parameter} ${filter.value}`}
            label={filterLabel(filter, facets, currency)}
            onRemove={() => onChange(toggleFilter(list, filter))}
          />
        ))}
      {hasConditions(list) && (
        <Suspense>
          <ConditionChips {...{ list, facets, currency, onChange }} />
        </Suspense>
      )}
    </ChipList>
  );
}
