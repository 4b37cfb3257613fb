import { useState } from "react";
import { Link } from "react-router";
import type { Facet } from "@/api/types";
import { number } from "@/format/number";
import { t } from "@/messages/t";
import { categoryLink } from "../links";
import { isApplied, isSingle, type ListState, toggled } from "../listState";
import styles from "./Facets.module.css";
import { PriceEnds } from "./PriceEnds";

interface Props {
  facets: readonly Facet[];
  state: ListState;
  currency: string;
  /** On a category's own page its parts are pages, not filters. */
  categoriesAreLinks: boolean;
  onChange: (state: ListState) => void;
}

/** What the list can be narrowed by, with how much each choice would leave. */
export function Facets({ facets, state, currency, categoriesAreLinks, onChange }: Props) {
  return (
    <div className={styles["facets"]}>
      {facets.map((facet) => (
        <fieldset key={facet.parameter} className={styles["facet"]}>
          <legend>{facet.label}</legend>
          {facet.parameter === "category" && categoriesAreLinks ? (
            <CategoryLinks facet={facet} />
          ) : (
            <Values facet={facet} state={state} onChange={onChange} />
          )}
          {facet.parameter === "price" && (
            <PriceEnds
              key={state.filters["price"]?.[0]}
              state={state}
              currency={currency}
              onChange={onChange}
            />
          )}
        </fieldset>
      ))}
    </div>
  );
}

const SHOWN = 7;

function Values({
  facet: { parameter, values },
  state,
  onChange,
}: {
  facet: Facet;
  state: ListState;
  onChange: (state: ListState) => void;
}) {
  const [all, setAll] = useState(false);
  const shown = values.filter(
    ({ value }, index) => all || index < SHOWN || isApplied(state, { parameter, value }),
  );
  return (
    <>
      <ul>
        {shown.map(({ value, label, count }) => (
          <li key={value}>
            <label className={styles["value"]}>
              <input
                type="checkbox"
                data-single={isSingle(parameter) && parameter !== "inStock"}
                checked={isApplied(state, { parameter, value })}
                onChange={() => onChange(toggled(state, { parameter, value }))}
              />
              <span>{label}</span> <span className={styles["count"]}>{number(count)}</span>
            </label>
          </li>
        ))}
      </ul>
      {values.length > SHOWN && (
        <button type="button" className={styles["more"]} onClick={() => setAll(!all)}>
          {all ? t("list.fewerValues") : t("list.moreValues", { count: values.length })}
        </button>
      )}
    </>
  );
}

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
