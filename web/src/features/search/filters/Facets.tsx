import {
  memo,
  startTransition,
  useCallback,
  useLayoutEffect,
  useOptimistic,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import type { Facet } from "@/api/types";
import { number } from "@/format/number";
import { t } from "@/messages/t";
import { categoryLink } from "../links";
import { isApplied, isSingle, type ListParameters, toggleFilter } from "../list/listParameters";
import { cx } from "@/ui/cx";
import { FacetLinks } from "./FacetLinks";
import styles from "./Facets.module.css";
import type { FilterProps } from "./filterProps";
import { PriceRangeForm } from "./PriceRangeForm";

interface Props extends FilterProps {
  /** The parameters after the last `onChange`, which `list` may have only later. */
  latest: () => ListParameters;
  /** Whether the category facet links to subcategories instead of filtering, as on category pages. */
  categoriesAreLinks: boolean;
}

/** The facets of a list, with the number of products for each value. */
export function Facets(props: Props) {
  const { facets, list, latest, currency, categoriesAreLinks, onChange, linkTo } = props;
  return (
    <div className={styles["facets"]}>
      {facets.map((facet) => (
        <fieldset key={facet.parameter} className={styles["facet"]}>
          <legend>{facet.label}</legend>
          {facet.parameter === "category" && categoriesAreLinks ? (
            <CategoryLinks facet={facet} />
          ) : (
            <>
              <FacetValues {...{ facet, list, latest, onChange }} />
              <noscript>
                {import.meta.env.SSR && <FacetLinks facet={facet} list={list} linkTo={linkTo} />}
              </noscript>
            </>
          )}
          {facet.parameter === "price" && (
            <PriceRangeForm key={list.filters["price"]?.[0]} {...{ list, currency, onChange }} />
          )}
        </fieldset>
      ))}
    </div>
  );
}

/** Number of values shown before "Show all". */
const COLLAPSED = 7;

interface FacetValuesProps extends Pick<Props, "list" | "latest" | "onChange"> {
  facet: Facet;
}

function FacetValues({ facet, list, latest, onChange }: FacetValuesProps) {
  const { parameter, values } = facet;
  const [expanded, setExpanded] = useState(false);
  const change = useRef(onChange);
  useLayoutEffect(() => {
    change.current = onChange;
  });
  const toggle = useCallback(
    (value: string) => change.current(toggleFilter(latest(), { parameter, value })),
    [latest, parameter],
  );
  const single = isSingle(parameter) && parameter !== "inStock";
  const visible = values.filter(
    ({ value }, index) => expanded || index < COLLAPSED || isApplied(list, { parameter, value }),
  );
  return (
    <>
      <ul className="needs-script">
        {visible.map(({ value, label, count }) => (
          <FacetValue
            key={value}
            {...{ value, label, count, single, toggle }}
            checked={isApplied(list, { parameter, value })}
          />
        ))}
      </ul>
      {values.length > COLLAPSED && (
        <button
          type="button"
          className={cx(styles["more"], "needs-script")}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? t("list.fewerValues") : t("list.moreValues", { count: values.length })}
        </button>
      )}
    </>
  );
}

interface FacetValueProps {
  value: string;
  label: string;
  count: number;
  checked: boolean;
  /** Whether it takes the place of the facet's other values. */
  single: boolean;
  toggle: (value: string) => void;
}

/** One value. It changes alone and at once when it is pressed; the rest of the list follows. */
const FacetValue = memo(function FacetValue(props: FacetValueProps) {
  const { value, label, count, checked, single, toggle } = props;
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
        <span>{label}</span> <span className={styles["count"]}>{number(count)}</span>
      </label>
    </li>
  );
});

function CategoryLinks({ facet }: { facet: Facet }) {
  return (
    <ul>
      {facet.values.map(({ value, label, count }) => (
        <li key={value}>
          <Link className={styles["value"]} to={categoryLink(value)}>
            <span>{label}</span> <span className={styles["count"]}>{number(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
