import { Suspense } from "react";
import { Link } from "react-router";
import { t } from "@/messages/t";
import { Chip, ChipList } from "@/ui/Chips/Chips";
import { lazyRequired } from "@/ui/lazy/lazyRequired";
import {
  appliedFilters,
  clearFilters,
  hasConditions,
  isCondition,
  toggleFilter,
} from "../list/listParameters";
import styles from "./AppliedFilters.module.css";
import { filterLabel } from "./filterLabel";
import type { FilterProps } from "./filterProps";

const ConditionChips = lazyRequired(
  async () => (await import("./advancedFilterChunk")).ConditionChips,
);

/** The applied filters as removable chips. */
export function AppliedFilters(props: FilterProps) {
  return (
    <>
      <div className="needs-script">
        <AppliedChips {...props} />
      </div>
      <noscript>{import.meta.env.SSR && <AppliedLinks {...props} />}</noscript>
    </>
  );
}

/** Links to the list without each of the filters. */
function AppliedLinks({ list, facets, currency, linkTo }: FilterProps) {
  return (
    <ul className={styles["links"]}>
      {appliedFilters(list)
        .filter(({ parameter }) => !isCondition(parameter))
        .map((filter) => {
          const label = filterLabel(filter, facets, currency);
          return (
            <li key={`${filter.parameter} ${filter.value}`}>
              <Link
                rel="nofollow"
                to={linkTo(toggleFilter(list, filter))}
                aria-label={t("list.removeFilter", { filter: label })}
              >
                {label}
                {" ×"}
              </Link>
            </li>
          );
        })}
      <li>
        <Link to={linkTo(clearFilters(list))}>{t("list.clearAll")}</Link>
      </li>
    </ul>
  );
}

function AppliedChips({ list, facets, currency, onChange, linkTo }: FilterProps) {
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
          <ConditionChips {...{ list, facets, currency, onChange, linkTo }} />
        </Suspense>
      )}
    </ChipList>
  );
}
