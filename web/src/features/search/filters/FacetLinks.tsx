import { Link } from "react-router";
import type { Facet } from "@/api/types";
import { number } from "@/format/number";
import { isApplied, toggleFilter } from "../list/listParameters";
import { FacetSwatch } from "./FacetSwatch";
import styles from "./Facets.module.css";
import type { FilterProps } from "./filterProps";
import { COLLAPSED, isLong, moreLabel } from "./longFacet";

type FacetValue = Facet["values"][number];

interface Props extends Pick<FilterProps, "list" | "linkTo"> {
  facet: Facet;
}

/**
 * The values of a facet as links, for visitors without scripts; those of a long facet after the first ones
 * are behind "Show all". Search engines need not follow them.
 */
export function FacetLinks({ facet, list, linkTo }: Props) {
  const { parameter, values } = facet;
  const isFirst = ({ value }: FacetValue, at: number) =>
    !isLong(facet) || at < COLLAPSED || isApplied(list, { parameter, value });
  const others = values.filter((value, at) => !isFirst(value, at));
  const links = { parameter, list, linkTo };
  return (
    <>
      <Links {...links} values={values.filter(isFirst)} />
      {others.length > 0 && (
        <details className={styles["others"]}>
          <summary>{moreLabel(facet)}</summary>
          <Links {...links} values={others} />
        </details>
      )}
    </>
  );
}

interface LinksProps extends Pick<FilterProps, "list" | "linkTo"> {
  parameter: string;
  values: readonly FacetValue[];
}

function Links({ parameter, values, list, linkTo }: LinksProps) {
  return (
    <ul>
      {values.map(({ value, label, count, swatch }) => (
        <li key={value}>
          <Link
            className={styles["value"]}
            rel="nofollow"
            to={linkTo(toggleFilter(list, { parameter, value }))}
            aria-current={isApplied(list, { parameter, value }) || undefined}
          >
            <FacetSwatch colour={swatch} />
            <span>{label}</span> <span className={styles["count"]}>{number(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
