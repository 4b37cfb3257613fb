import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { CategoryNode, FrameLink } from "@/api/types";
import { CategoryPicture } from "@/features/merchandising/collections/CategoryPicture";
import { categoriesQuery } from "@/features/merchandising/queries";
import { t } from "@/messages/t";
import styles from "./CategoryPanel.module.css";

/** With more subcategories, names are in columns and fewer pictures are shown. */
const MANY = 10;
const MAX_SHOWN = 36;

interface Props {
  category: FrameLink;
  onClose: () => void;
}

/** The subcategories of a category, the first few with pictures. */
export function CategoryPanel({ category }: Props) {
  const { link, title, children } = category;
  const many = children.length > MANY;
  const pictured = usePictured(category).slice(0, many ? 2 : 4);
  return (
    <div className={styles["panel"]} data-many={many || undefined}>
      <ul className={styles["names"]}>
        <li>
          <Link className={styles["all"]} to={link}>
            {t("frame.allOf", { category: title })}
          </Link>
        </li>
        {children.slice(0, MAX_SHOWN).map((child, index) => (
          <li key={index}>
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

/** The subcategories with a picture, once they are loaded. */
function usePictured({ link, children }: FrameLink): readonly CategoryNode[] {
  const { data: categories } = useQuery(categoriesQuery);
  const links = new Set(children.map((child) => child.link));
  const category = categories?.find((one) => one.link === link);
  return (category?.children ?? []).filter((one) => one.image !== null && links.has(one.link));
}
