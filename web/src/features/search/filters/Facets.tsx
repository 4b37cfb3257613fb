import type { Facet } from "@/api/types";
import { categoryLink } from "../links";
import type { ListParameters } from "../list/listParameters";
import type { ListSource } from "../list/listSource";
import { CategoryTree, type Tree } from "./CategoryTree";
import { FacetLinks, LinkedValues, ValueLink } from "./FacetLinks";
import { FacetList } from "./FacetList";
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
            <CategoryLinks {...{ facet, source, list }} />
          ) : hasTree(facet) ? (
            <CategoryTree tree={facet.tree} {...{ source, list, linkTo }} />
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

/** The categories below a category as links to their pages, which search engines follow. */
function CategoryLinks({ facet, ...rest }: { facet: Facet } & Pick<Props, "source" | "list">) {
  if (!isLong(facet)) return <LinkedValues facet={facet} to={categoryLink} />;
  return (
    <>
      <FacetList {...rest} facet={facet} includesHidden>
        {(one, hidden) => (
          <li key={one.value} hidden={hidden}>
            <ValueLink one={one} to={categoryLink} />
          </li>
        )}
      </FacetList>
      <noscript>{import.meta.env.SSR && <LinkedValues facet={facet} to={categoryLink} />}</noscript>
    </>
  );
}
