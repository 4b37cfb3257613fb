import {
  memo,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useOptimistic,
  useRef,
  useState,
} from "react";
import type { Facet } from "@/api/types";
import { number } from "@/format/number";
import { t } from "@/messages/t";
import { cx } from "@/ui/cx";
import { lazyOptional } from "@/ui/lazy/lazyOptional";
import { isApplied, isSingle, type ListParameters, toggleFilter } from "../list/listParameters";
import type { ListSource } from "../list/listSource";
import { FacetSwatch } from "./FacetSwatch";
import styles from "./Facets.module.css";
import { COLLAPSED, isLong, moreLabel } from "./longFacet";

const FacetSearch = lazyOptional(
  async () => (await import("./FacetSearch")).FacetSearch,
  <div className={cx(styles["searchSpace"], "needs-script")} />,
);

interface Props {
  facet: Facet;
  source: ListSource;
  list: ListParameters;
  latest: () => ListParameters;
  onChange: (list: ListParameters) => void;
}

/** The values of a facet as checkboxes. Long facets show the first ones, and have a search field. */
export function FacetValues({ facet, source, list, latest, onChange }: Props) {
  const { parameter, values } = facet;
  const [found, setFound] = useState<Facet["values"] | null>(null);
  const change = useRef(onChange);
  useLayoutEffect(() => {
    change.current = onChange;
  });
  const toggle = useCallback(
    (value: string) => change.current(toggleFilter(latest(), { parameter, value })),
    [latest, parameter],
  );
  const long = isLong(facet);
  const isChosen = (value: string) => isApplied(list, { parameter, value });
  const firstHidden = values.findIndex(({ value }, at) => at >= COLLAPSED && !isChosen(value));
  const { expanded, setExpanded, listRef } = useExpanded(firstHidden);
  const visible =
    long && found !== null
      ? [
          ...values.filter(
            ({ value }) => isChosen(value) && !found.some((other) => other.value === value),
          ),
          ...found,
        ]
      : values.filter(({ value }, at) => expanded || !long || at < COLLAPSED || isChosen(value));
  const single = isSingle(parameter) && parameter !== "inStock";
  return (
    <>
      {long && <FacetSearch {...{ facet, source, list }} onFound={setFound} />}
      <ul className="needs-script" ref={listRef}>
        {visible.map(({ value, label, count, swatch }) => (
          <FacetValue
            key={value}
            {...{ value, label, count, swatch, single, toggle }}
            checked={isChosen(value)}
          />
        ))}
      </ul>
      {long && found === null && (
        <button
          type="button"
          className={cx(styles["more"], "needs-script")}
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? t("list.fewerValues") : moreLabel(facet)}
        </button>
      )}
    </>
  );
}

/** Whether all values are shown. Showing them focuses the first of those that were hidden. */
function useExpanded(firstHidden: number) {
  const [expanded, setExpanded] = useState(false);
  const listRef = useRef<HTMLUListElement>(null);
  const toFocus = useRef(-1);
  useEffect(() => {
    if (expanded) listRef.current?.querySelectorAll("input")[toFocus.current]?.focus();
  }, [expanded]);
  return {
    expanded,
    setExpanded: (next: boolean) => {
      toFocus.current = firstHidden;
      setExpanded(next);
    },
    listRef,
  };
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
