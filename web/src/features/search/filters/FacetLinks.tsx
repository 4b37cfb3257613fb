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

/** The values of a facet as links, for visitors without scripts. Search engines need not follow them. */
export function FacetLinks({ facet, list, linkTo }: Props) {
  const { parameter } = facet;
  return (
    <LinkedValues
      facet={facet}
      isChosen={(value) => isApplied(list, { parameter, value })}
      to={(value) => linkTo(toggleFilter(list, { parameter, value }))}
      rel="nofollow"
    />
  );
}

interface LinkProps {
  isChosen?: (value: string) => boolean;
  to: (value: string) => string;
  rel?: "nofollow";
}

const never = () => false;

/** Values as links without scripts; those of a long facet after the first ones are behind "Show all". */
export function LinkedValues({ facet, ...link }: LinkProps & { facet: Facet }) {
  const { isChosen = never } = link;
  const isFirst = ({ value }: FacetValue, at: number) =>
    !isLong(facet) || at < COLLAPSED || isChosen(value);
  const others = facet.values.filter((one, at) => !isFirst(one, at));
  return (
    <>
      <Links {...link} values={facet.values.filter(isFirst)} />
      {others.length > 0 && (
        <details className={styles["others"]}>
          <summary>{moreLabel(facet)}</summary>
          <Links {...link} values={others} />
        </details>
      )}
    </>
  );
}

function Links({ values, ...link }: LinkProps & { values: readonly FacetValue[] }) {
  return (
    <ul>
      {values.map((one) => (
        <li key={one.value}>
          <ValueLink {...link} one={one} />
        </li>
      ))}
    </ul>
  );
}

export function ValueLink({ one, isChosen = never, to, rel }: LinkProps & { one: FacetValue }) {
  return (
    <Link
      className={styles["value"]}
      rel={rel}
      to={to(one.value)}
      aria-current={isChosen(one.value) || undefined}
    >
      <FacetSwatch colour={one.swatch} />
      <span>{one.label}</span> <span className={styles["count"]}>{number(one.count)}</span>
    </Link>
  );
}
