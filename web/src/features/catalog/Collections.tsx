import { Link } from "react-router";
import type { CategoryNode } from "@/api/types";
import { t } from "@/messages/t";
import { Picture } from "@/ui/Picture/Picture";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./Collections.module.css";
import { categoryLink } from "./links";

/** Every category of the first level with what it holds. */
export function Collections({ categories }: { categories: readonly CategoryNode[] }) {
  return (
    <ul className={styles["collections"]}>
      {categories.map(({ slug, title, description, image, count, children }) => (
        <li key={slug} className={styles["collection"]}>
          <Link to={categoryLink(slug)} className={styles["picture"]}>
            <Picture picture={image} alt="" ratio="4 / 3" sizes="(max-width: 760px) 100vw, 45vw" />
            <h2>{title}</h2>
            <span className={styles["count"]}>{t("list.count", { count })}</span>
          </Link>
          {description && <p className={styles["description"]}>{description}</p>}
          {children.length > 0 && (
            <ul className={styles["children"]}>
              {children.map((child) => (
                <li key={child.slug}>
                  <Link to={categoryLink(child.slug)}>{child.title}</Link>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

export function CollectionsSkeleton() {
  return (
    <div className={styles["collections"]} aria-busy="true">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} ratio="4 / 3" />
      ))}
    </div>
  );
}
