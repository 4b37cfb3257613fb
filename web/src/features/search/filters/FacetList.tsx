import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Facet } from "@/api/types";
import { t } from "@/messages/t";
import { cx } from "@/ui/cx";
import { lazyOptional } from "@/ui/lazy/lazyOptional";
import type { ListParameters } from "../list/listParameters";
import type { ListSource } from "../list/listSource";
import styles from "./Facets.module.css";
import { COLLAPSED, isLong, moreLabel } from "./longFacet";

const FacetSearch = lazyOptional(
  async () => (await import("./FacetSearch")).FacetSearch,
  <div className={cx(styles["searchSpace"], "needs-script")} />,
);

type FacetValue = Facet["values"][number];

interface Props {
  facet: Facet;
  source: ListSource;
  list: ListParameters;
  isChosen?: (value: string) => boolean;
  /** Whether the page contains the values that are not visible, so that search engines find links. */
  includesHidden?: boolean;
  /** Returns a value as an item of the list. */
  children: (value: FacetValue, hidden: boolean) => ReactNode;
}

const never = () => false;

/** The values of a facet. Long facets show the first ones and the chosen ones, and have a search field. */
export function FacetList(props: Props) {
  const { facet, source, list, isChosen = never, includesHidden = false, children } = props;
  const { values } = facet;
  const [found, setFound] = useState<Facet["values"] | null>(null);
  const long = isLong(facet);
  const isFirst = ({ value }: FacetValue, at: number) => at < COLLAPSED || isChosen(value);
  const firstHidden = values.findIndex((one, at) => !isFirst(one, at));
  const { expanded, setExpanded, listRef } = useExpanded(firstHidden);
  const isShown = (one: FacetValue, at: number) => expanded || !long || isFirst(one, at);
  return (
    <>
      {long && <FacetSearch {...{ facet, source, list }} onFound={setFound} />}
      <ul className="needs-script" ref={listRef}>
        {long && found !== null
          ? [...withoutFound(values, found, isChosen), ...found].map((one) => children(one, false))
          : values.map(
              (one, at) => (includesHidden || isShown(one, at)) && children(one, !isShown(one, at)),
            )}
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

/** The chosen values that were not found. */
function withoutFound(
  values: readonly FacetValue[],
  found: readonly FacetValue[],
  isChosen: (value: string) => boolean,
): FacetValue[] {
  return values.filter(
    ({ value }) => isChosen(value) && !found.some((other) => other.value === value),
  );
}

/** Whether all values are shown. Showing them focuses the first of those that were hidden. */
function useExpanded(firstHidden: number) {
  const [expanded, setExpanded] = useState(false);
  const listRef = useRef<HTMLUListElement>(null);
  const toFocus = useRef(-1);
  useEffect(() => {
    if (expanded)
      listRef.current?.querySelectorAll<HTMLElement>("input, a")[toFocus.current]?.focus();
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
