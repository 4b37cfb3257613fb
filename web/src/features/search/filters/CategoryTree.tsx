import { Link } from "react-router";
import type { Facet } from "@/api/types";
import { t } from "@/messages/t";
import { toggleFilter, withoutFilter } from "../list/listParameters";
import type { ListSource } from "../list/listSource";
import { LinkedValues, ValueLink } from "./FacetLinks";
import { FacetList } from "./FacetList";
import styles from "./Facets.module.css";
import type { FilterProps } from "./filterProps";
import { isLong } from "./longFacet";

export type Tree = NonNullable<Facet["tree"]>;
type Value = Facet["values"][number];

interface Props extends Pick<FilterProps, "list" | "linkTo"> {
  tree: Tree;
  source: ListSource;
}

/** The categories of a search as links: the chosen one with its parents, and those below it. */
export function CategoryTree({ tree: { path, children }, source, list, linkTo }: Props) {
  const current = path.at(-1)?.value;
  const everything = withoutFilter(list, "category");
  const link = {
    rel: "nofollow" as const,
    isChosen: (value: string) => value === current,
    to: (value: string) => linkTo(toggleFilter(everything, { parameter: "category", value })),
  };
  const branch = ([first, ...rest]: readonly Value[]) => {
    const shown = first ? [first] : children;
    if (shown.length === 0) return null;
    const facet = { ...BELOW, total: shown.length, values: shown };
    if (isLong(facet)) {
      return (
        <div className={styles["tree"]}>
          <FacetList {...{ facet, source, list }}>
            {(one) => (
              <li key={one.value}>
                <ValueLink {...link} one={one} />
              </li>
            )}
          </FacetList>
          <noscript>{import.meta.env.SSR && <LinkedValues {...link} facet={facet} />}</noscript>
        </div>
      );
    }
    return (
      <ul className={styles["tree"]}>
        {shown.map((one) => (
          <li key={one.value}>
            <ValueLink {...link} one={one} />
            {first && branch(rest)}
          </li>
        ))}
      </ul>
    );
  };
  return (
    <div>
      {current !== undefined && (
        <Link className={styles["value"]} rel="nofollow" to={linkTo(everything)}>
          <span>{t("list.allCategories")}</span>
        </Link>
      )}
      {branch(path)}
    </div>
  );
}

const BELOW = { parameter: "category", label: "", tree: null };
