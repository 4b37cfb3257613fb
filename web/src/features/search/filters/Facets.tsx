import { Link } from "react-router";
import type { Facet } from "@/api/types";
import { number } from "@/format/number";
import { categoryLink } from "../links";
import type { ListParameters } from "../list/listParameters";
import type { ListSource } from "../list/listSource";
import { FacetLinks } from "./FacetLinks";
import { CategoryTree, type Tree } from "./CategoryTree";
import styles from "./Facets.module.css";
import { FacetValues } from "./FacetValues";
import { isLong } from "./longFacet";
import type { FilterProps } from "./filterProps";
import { PriceRangeForm } from "./PriceRangeForm";

interface Props extends FilterProps {
  source: ListSource;
  /** The parameters after the last `onChange`, which `list` may have only later. */
  latest: () => ListParameters;
  /** Whether the category facet links to subcategories instead of filtering, as on category pages. */
  categoriesAreLinks: boolean;
}

/** The facets of a list, with the number of products for each value. */
export function Facets(props: Props) {
  const { facets, source, list, latest, currency, categoriesAreLinks, onChange, linkTo } = props;
  return (
    <div className={styles["facets"]}>
      {facets.map((facet) => (
        <fieldset key={facet.parameter} className={styles["facet"]}>
          <legend>{facet.label}</legend>
          {facet.parameter === "category" && categoriesAreLinks ? (
            <CategoryLinks facet={facet} />
          ) : hasTree(facet) ? (
            <CategoryTree tree={facet.tree} {...{ list, linkTo }} />
          ) : (
            <>
              <FacetValues {...{ facet, source, list, latest, onChange }} />
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

/** Many categories of the top level are values with a search field until one of them is chosen. */
function hasTree(facet: Facet): facet is Facet & { tree: Tree } {
  return facet.tree !== null && (facet.tree.path.length > 0 || !isLong(facet));
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
