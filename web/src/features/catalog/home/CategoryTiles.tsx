import { Link } from "react-router";
import type { HomeCategory } from "@/api/types";
import { t } from "@/messages/t";
import { Section } from "@/ui/Section/Section";
import { CategoryPicture } from "../CategoryPicture";
import styles from "./CategoryTiles.module.css";

const IN_A_ROW = 8;
/** All of them are a page of their own. */
const SHOWN = 12;

/** As many columns as give rows of the same length, or nearly. */
function columnsFor(count: number): number {
  return Math.max(4, Math.ceil(count / Math.ceil(count / IN_A_ROW)));
}

/** The shop's main categories in pictures. */
export function CategoryTiles({ categories }: { categories: readonly HomeCategory[] }) {
  const shown = categories.slice(0, SHOWN);
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
