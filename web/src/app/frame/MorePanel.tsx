import { Link } from "react-router";
import type { FrameLink } from "@/api/types";
import { t } from "@/messages/t";
import styles from "./CategoryPanel.module.css";

const MAX_SHOWN = 60;

interface Props {
  categories: readonly FrameLink[];
  onClose: () => void;
}

/** The categories that do not fit into the header. */
export function MorePanel({ categories }: Props) {
  return (
    <div className={styles["others"]}>
      <ul className={styles["names"]}>
        {categories.slice(0, MAX_SHOWN).map(({ title, link }, index) => (
          <li key={index}>
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
