import { Link } from "react-router";
import type { HomeCategory } from "@/api/types";
import { t } from "@/messages/t";
import { Picture } from "@/ui/Picture/Picture";
import { Section } from "@/ui/Section/Section";
import styles from "./CategoryTiles.module.css";

const IN_A_ROW = 8;

/** As many columns as give rows of the same length, or nearly. */
function columnsFor(count: number): number {
  return Math.max(4, Math.ceil(count / Math.ceil(count / IN_A_ROW)));
}

/** The shop's main shelves in pictures. */
export function CategoryTiles({ categories }: { categories: readonly HomeCategory[] }) {
  return (
    <Section
      title={t("home.shopByCategory")}
      link={{ to: "/collections", text: t("frame.allCategories") }}
    >
      <ul
        className={styles["tiles"]}
        style={{ "--columns": columnsFor(categories.length) } as React.CSSProperties}
      >
        {categories.map(({ slug, title, image, link }) => (
          <li key={slug}>
            <Link className={styles["tile"]} to={link}>
              <Picture picture={image} alt="" ratio="1" sizes="(max-width: 760px) 136px, 220px" />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
