import { Link } from "react-router";
import type { CategoryNode } from "@/api/types";
import { CategoryPicture } from "@/features/catalog/CategoryPicture";
import { categoryLink } from "@/features/catalog/links";
import { t } from "@/messages/t";
import styles from "./CategoryPanel.module.css";

/** Parts from which on their names stand in columns, with fewer pictures beside them. */
const MANY = 10;
const SHOWN = 36;

interface Props {
  category: CategoryNode;
  onClose: () => void;
}

/** What a category holds: its parts in words, and the first few in pictures. */
export function CategoryPanel({ category }: Props) {
  const { slug, title, children } = category;
  const many = children.length > MANY;
  const pictured = children.filter((child) => child.image !== null).slice(0, many ? 2 : 4);
  return (
    <div className={styles["panel"]} data-many={many || undefined}>
      <ul className={styles["words"]}>
        <li>
          <Link className={styles["all"]} to={categoryLink(slug)}>
            {t("frame.allOf", { category: title })}
          </Link>
        </li>
        {children.slice(0, SHOWN).map((child) => (
          <li key={child.slug}>
            <Link to={categoryLink(child.slug)}>{child.title}</Link>
          </li>
        ))}
      </ul>
      <ul className={styles["pictures"]}>
        {pictured.map((child) => (
          <li key={child.slug}>
            <Link to={categoryLink(child.slug)} tabIndex={-1} aria-hidden="true">
              <CategoryPicture category={child} ratio="1" sizes="200px" />
              <span>{child.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
