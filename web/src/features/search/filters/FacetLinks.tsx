import { Link } from "react-router";
import type { Facet } from "@/api/types";
import { number } from "@/format/number";
import { isApplied, toggleFilter } from "../list/listParameters";
import styles from "./Facets.module.css";
import type { FilterProps } from "./filterProps";

interface Props extends Pick<FilterProps, "list" | "linkTo"> {
  facet: Facet;
}

/** The values of a facet as links, for visitors without scripts. Search engines need not follow them. */
export function FacetLinks({ facet: { parameter, values }, list, linkTo }: Props) {
  return (
    <ul>
      {values.map(({ value, label, count }) => (
        <li key={value}>
          <Link
            className={styles["value"]}
            rel="nofollow"
            to={linkTo(toggleFilter(list, { parameter, value }))}
            aria-current={isApplied(list, { parameter, value }) || undefined}
          >
            <span>{label}</span> <span className={styles["count"]}>{number(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
