import { Link } from "react-router";
import type { Facet } from "@/api/types";
import { number } from "@/format/number";
import { t } from "@/messages/t";
import { toggleFilter, withoutFilter } from "../list/listParameters";
import styles from "./Facets.module.css";
import type { FilterProps } from "./filterProps";

export type Tree = NonNullable<Facet["tree"]>;
type Value = Facet["values"][number];

interface Props extends Pick<FilterProps, "list" | "linkTo"> {
  tree: Tree;
}

/** The categories of a search as links: the chosen one with its parents, and those below it. */
export function CategoryTree({ tree: { path, children }, list, linkTo }: Props) {
  const current = path.at(-1)?.value;
  const everything = withoutFilter(list, "category");
  const branch = (above: readonly Value[]) => {
    const [first, ...rest] = above;
    const shown = first ? [first] : children;
    if (shown.length === 0) return null;
    return (
      <ul className={styles["tree"]}>
        {shown.map((one) => (
          <li key={one.value}>
            <Node
              value={one}
              to={linkTo(toggleFilter(everything, { parameter: "category", value: one.value }))}
              current={one.value === current}
            />
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

function Node({ value, to, current }: { value: Value; to: string; current: boolean }) {
  return (
    <Link
      className={styles["value"]}
      rel="nofollow"
      to={to}
      aria-current={current ? "true" : undefined}
    >
      <span>{value.label}</span> <span className={styles["count"]}>{number(value.count)}</span>
    </Link>
  );
}
