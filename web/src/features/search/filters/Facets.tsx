import { memo, useCallback, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { Facet } from "@/api/types";
import { number } from "@/format/number";
import { t } from "@/messages/t";
import { categoryLink } from "../links";
import { isApplied, isSingle, toggleFilter } from "../list/listParameters";
import { cx } from "@/ui/cx";
import { FacetLinks } from "./FacetLinks";
import styles from "./Facets.module.css";
import type { FilterProps } from "./filterProps";
import { PriceRangeForm } from "./PriceRangeForm";

interface Props extends FilterProps {
  /** Whether the category facet links to subcategories instead of filtering, as on category pages. */
  categoriesAreLinks: boolean;
}

/** The facets of a list, with the number of products for each value. */
export function Facets(props: Props) {
  const { facets, list, currency, categoriesAreLinks, onChange, linkTo } = props;
  return (
    <div className={styles["facets"]}>
      {facets.map((facet) => (
        <fieldset key={facet.parameter} className={styles["facet"]}>
          <legend>{facet.label}</legend>
          {facet.parameter === "category" && categoriesAreLinks ? (
            <CategoryLinks facet={facet} />
          ) : (
            <>
              <FacetValues facet={facet} list={list} onChange={onChange} />
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

interface FacetValuesProps extends Pick<Props, "list" | "onChange"> {
  facet: Facet;
}

function FacetValues({ facet: { parameter, values }, list, onChange }: FacetValuesProps) {
  const [expanded, setExpanded] = useState(false);
  const latest = useRef({ list, onChange });
  useLayoutEffect(() => {
    latest.current = { list, onChange };
  });
  const toggle = useCallback(
    (value: string) => {
      const current = latest.current;
      current.onChange(toggleFilter(current.list, { parameter, value }));
    },
    [parameter],
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

/** One value. The others stay as they are when it is pressed: a list has many. */
const FacetValue = memo(function FacetValue(props: FacetValueProps) {
  const { value, label, count, checked, single, toggle } = props;
  return (
    <li>
      <label className={styles["value"]}>
        <input
          type="checkbox"
          data-single={single}
          checked={checked}
          onChange={() => toggle(value)}
        />
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
