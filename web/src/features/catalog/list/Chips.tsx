import type { Facet } from "@/api/types";
import { Suspense } from "react";
import { Chip, ChipList } from "@/ui/Chips/Chips";
import { lazyPart } from "@/ui/lazyPart";
import {
  appliedFilters,
  hasConditions,
  isCondition,
  type ListState,
  toggled,
  withoutFilters,
} from "../listState";
import { filterLabel } from "./filterLabel";

const ConditionChips = lazyPart(async () => (await import("./advanced")).ConditionChips);

interface Props {
  state: ListState;
  facets: readonly Facet[];
  currency: string;
  onChange: (state: ListState) => void;
}

/** What is applied, each to be taken away again. */
export function Chips({ state, facets, currency, onChange }: Props) {
  const filters = appliedFilters(state);
  return (
    <ChipList onClear={() => onChange(withoutFilters(state))}>
      {filters
        .filter(({ parameter }) => !isCondition(parameter))
        .map((filter) => (
          <Chip
            key={`${filter.parameter} ${filter.value}`}
            label={filterLabel(filter, facets, currency)}
            onRemove={() => onChange(toggled(state, filter))}
          />
        ))}
      {hasConditions(state) && (
        <Suspense>
          <ConditionChips {...{ state, facets, currency, onChange }} />
        </Suspense>
      )}
    </ChipList>
  );
}
