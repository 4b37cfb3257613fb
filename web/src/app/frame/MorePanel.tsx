import { Link } from "react-router";
import type { CategoryNode } from "@/api/types";
import { t } from "@/messages/t";
import styles from "./CategoryPanel.module.css";

const MAX_SHOWN = 60;

interface Props {
  categories: readonly CategoryNode[];
  onClose: () => void;
}

/** The categories that do not fit into the header. */
export function MorePanel({ categories }: Props) {
  return (
    <div className={styles["others"]}>
      <ul className={styles["names"]}>
        {categories.slice(0, MAX_SHOWN).map(({ slug, title, link }) => (
          <li key={slug}>
            <Link to={link}>{title}</Link>
          </li>
        ))}
      </ul>
      <Link className={styles["allCategories"]} to="/collections">
        {t("frame.allCategories")}
      </Link>
    </div>
  );
}
