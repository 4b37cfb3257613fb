import { Link } from "react-router";
import type { HomeCategory } from "@/api/types";
import { t } from "@/messages/t";
import { Section } from "@/ui/Section/Section";
import { CategoryPicture } from "../collections/CategoryPicture";
import styles from "./CategoryTiles.module.css";

const MAX_COLUMNS = 8;
/** The others are on the page of all categories. */
const MAX_TILES = 12;

/** The number of columns that fills the rows evenly. */
function columnsFor(count: number): number {
  return Math.max(4, Math.ceil(count / Math.ceil(count / MAX_COLUMNS)));
}

/** The shop's main categories as picture tiles. */
export function CategoryTiles({ categories }: { categories: readonly HomeCategory[] }) {
  const shown = categories.slice(0, MAX_TILES);
  return (
    <Section
      title={t("home.shopByCategory")}
      link={{ to: "/collections", text: t("frame.allCategories") }}
    >
      <ul
        className={styles["tiles"]}
        style={{ "--columns": columnsFor(shown.length) } as React.CSSProperties}
      >
        {shown.map((category) => (
          <li key={category.slug}>
            <Link className={styles["tile"]} to={category.link}>
              <CategoryPicture
                category={category}
                ratio="1"
                sizes="(max-width: 760px) 136px, 220px"
              />
              <span>{category.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
