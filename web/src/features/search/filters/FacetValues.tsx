import { memo, startTransition, useCallback, useLayoutEffect, useOptimistic, useRef } from "react";
import type { Facet } from "@/api/types";
import { number } from "@/format/number";
import { isApplied, isSingle, type ListParameters, toggleFilter } from "../list/listParameters";
import type { ListSource } from "../list/listSource";
import { FacetList } from "./FacetList";
import styles from "./Facets.module.css";
import { FacetSwatch } from "./FacetSwatch";

interface Props {
  facet: Facet;
  source: ListSource;
  list: ListParameters;
  latest: () => ListParameters;
  onChange: (list: ListParameters) => void;
}

/** The values of a facet as checkboxes. */
export function FacetValues({ facet, source, list, latest, onChange }: Props) {
  const { parameter } = facet;
  const change = useRef(onChange);
  useLayoutEffect(() => {
    change.current = onChange;
  });
  const toggle = useCallback(
    (value: string) => change.current(toggleFilter(latest(), { parameter, value })),
    [latest, parameter],
  );
  const isChosen = (value: string) => isApplied(list, { parameter, value });
  const single = isSingle(parameter) && parameter !== "inStock";
  return (
    <FacetList {...{ facet, source, list, isChosen }}>
      {({ value, label, count, swatch }) => (
        <FacetValue
          key={value}
          {...{ value, label, count, swatch, single, toggle }}
          checked={isChosen(value)}
        />
      )}
    </FacetList>
  );
}

interface FacetValueProps {
  value: string;
  label: string;
  count: number;
  swatch: Facet["values"][number]["swatch"];
  checked: boolean;
  /** Whether it takes the place of the facet's other values. */
  single: boolean;
  toggle: (value: string) => void;
}

/** One value. It changes alone and at once when it is pressed; the rest of the list follows. */
const FacetValue = memo(function FacetValue(props: FacetValueProps) {
  const { value, label, count, swatch, checked, single, toggle } = props;
  const [shown, setShown] = useOptimistic(checked);
  const change = () =>
    startTransition(() => {
      setShown(!shown);
      toggle(value);
    });
  return (
    <li>
      <label className={styles["value"]}>
        <input type="checkbox" data-single={single} checked={shown} onChange={change} />
        <FacetSwatch colour={swatch} />
        <span>{label}</span> <span className={styles["count"]}>{number(count)}</span>
      </label>
    </li>
  );
});
