import { Link } from "react-router";
import type { HomeCategory } from "@/api/types";
import { t } from "@/messages/t";
import { Section } from "@/ui/Section/Section";
import { CategoryPicture } from "../collections/CategoryPicture";
import styles from "./CategoryTiles.module.css";

const MAX_COLUMNS = 8;
/** The others are on the page of all categories. */
const MAX_TILES = 12;

/** Pixels of a row on the widest screen, without the gaps. */
const WIDTH = 1250;

/** The number of columns that fills the rows evenly. */
function columnsFor(count: number): number {
  return Math.max(4, Math.ceil(count / Math.ceil(count / MAX_COLUMNS)));
}

interface Props {
  categories: readonly HomeCategory[];
  /** Of tiles that an operator chose; empty: the usual title, with a link to all categories. */
  title?: string;
}

/** Categories as picture tiles, by default the shop's main ones. */
export function CategoryTiles({ categories, title = "" }: Props) {
  const shown = title ? categories : categories.slice(0, MAX_TILES);
  const columns = columnsFor(shown.length);
  return (
    <Section
      title={title || t("home.shopByCategory")}
      link={title ? undefined : { to: "/collections", text: t("frame.allCategories") }}
    >
      <ul className={styles["tiles"]} style={{ "--columns": columns } as React.CSSProperties}>
        {shown.map((category) => (
          <li key={category.slug}>
            <Link className={styles["tile"]} to={category.link}>
              <CategoryPicture
                category={category}
                ratio="1"
                sizes={`(max-width: 760px) 124px, (max-width: 1020px) 23vw, ${Math.round(WIDTH / columns)}px`}
              />
              <span>{category.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
