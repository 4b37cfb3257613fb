import type { Facet } from "@/api/types";
import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { appliedFilters, type ListState, toggled, withoutFilters } from "../listState";
import styles from "./Chips.module.css";
import { filterLabel } from "./filterLabel";

interface Props {
  state: ListState;
  facets: readonly Facet[];
  currency: string;
  onChange: (state: ListState) => void;
}

/** What is applied, each to be taken away again. */
export function Chips({ state, facets, currency, onChange }: Props) {
  const filters = appliedFilters(state);
  if (filters.length === 0) return null;
  return (
    <ul className={styles["chips"]}>
      {filters.map((filter) => {
        const label = filterLabel(filter, facets, currency);
        return (
          <li key={`${filter.parameter} ${filter.value}`}>
            <button
              type="button"
              className={styles["chip"]}
              aria-label={t("list.removeFilter", { filter: label })}
              onClick={() => onChange(toggled(state, filter))}
            >
              {label}
              <Icon name="close" />
            </button>
          </li>
        );
      })}
      <li>
        <button
          type="button"
          className={styles["clear"]}
          onClick={() => onChange(withoutFilters(state))}
        >
          {t("list.clearAll")}
        </button>
      </li>
    </ul>
  );
}
