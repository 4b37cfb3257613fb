import { Link } from "react-router";
import { t } from "@/messages/t";
import styles from "./Breadcrumbs.module.css";

export interface Crumb {
  title: string;
  /** Absent for the current page. */
  link?: string | null;
}

export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className={styles["crumbs"]} aria-label={t("frame.breadcrumbs")}>
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={`${index} ${crumb.title}`}>
            {crumb.link ? (
              <Link to={crumb.link}>{crumb.title}</Link>
            ) : (
              <span aria-current="page">{crumb.title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
