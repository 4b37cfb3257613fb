import { Link } from "react-router";
import type { CategoryNode } from "@/api/types";
import { categoryLink } from "@/features/catalog/links";
import { t } from "@/messages/t";
import { Picture } from "@/ui/Picture/Picture";
import styles from "./CategoryPanel.module.css";

const PICTURED = 4;

interface Props {
  category: CategoryNode;
  onClose: () => void;
}

/** What a category holds: its parts in words, and the first few in pictures. */
export function CategoryPanel({ category }: Props) {
  const pictured = category.children.filter((child) => child.image !== null).slice(0, PICTURED);
  return (
    <div className={styles["panel"]}>
      <ul className={styles["words"]}>
        <li>
          <Link className={styles["all"]} to={categoryLink(category.slug)}>
            {t("frame.allOf", { category: category.title })}
          </Link>
        </li>
        {category.children.map((child) => (
          <li key={child.slug}>
            <Link to={categoryLink(child.slug)}>{child.title}</Link>
          </li>
        ))}
      </ul>
      <ul className={styles["pictures"]}>
        {pictured.map((child) => (
          <li key={child.slug}>
            <Link to={categoryLink(child.slug)} tabIndex={-1} aria-hidden="true">
              <Picture picture={child.image} alt="" ratio="1" sizes="200px" />
              <span>{child.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
