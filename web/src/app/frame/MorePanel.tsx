import { Link } from "react-router";
import type { CategoryNode } from "@/api/types";
import { categoryLink } from "@/features/catalog/links";
import { t } from "@/messages/t";
import styles from "./CategoryPanel.module.css";

/** More would not be looked through in a menu. */
const SHOWN = 60;

interface Props {
  categories: readonly CategoryNode[];
  onClose: () => void;
}

/** The categories that the header has no room for, and the way to all of them. */
export function MorePanel({ categories }: Props) {
  return (
    <div className={styles["others"]}>
      <ul className={styles["words"]}>
        {categories.slice(0, SHOWN).map(({ slug, title }) => (
          <li key={slug}>
            <Link to={categoryLink(slug)}>{title}</Link>
          </li>
        ))}
      </ul>
      <Link className={styles["whole"]} to="/collections">
        {t("frame.allCategories")}
      </Link>
    </div>
  );
}
