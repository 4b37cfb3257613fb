import { Link } from "react-router";
import type { CategoryNode } from "@/api/types";
import { CategoryPicture } from "@/features/merchandising/collections/CategoryPicture";
import { t } from "@/messages/t";
import styles from "./CategoryPanel.module.css";

/** With more subcategories, names are in columns and fewer pictures are shown. */
const MANY = 10;
const MAX_SHOWN = 36;

interface Props {
  category: CategoryNode;
  onClose: () => void;
}

/** The subcategories of a category, the first few with pictures. */
export function CategoryPanel({ category }: Props) {
  const { link, title, children } = category;
  const many = children.length > MANY;
  const pictured = children.filter((child) => child.image !== null).slice(0, many ? 2 : 4);
  return (
    <div className={styles["panel"]} data-many={many || undefined}>
      <ul className={styles["names"]}>
        <li>
          <Link className={styles["all"]} to={link}>
            {t("frame.allOf", { category: title })}
          </Link>
        </li>
        {children.slice(0, MAX_SHOWN).map((child) => (
          <li key={child.slug}>
            <Link to={child.link}>{child.title}</Link>
          </li>
        ))}
      </ul>
      <ul className={styles["pictures"]}>
        {pictured.map((child) => (
          <li key={child.slug}>
            <Link to={child.link} tabIndex={-1} aria-hidden="true">
              <CategoryPicture category={child} ratio="1" sizes="200px" />
              <span>{child.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
