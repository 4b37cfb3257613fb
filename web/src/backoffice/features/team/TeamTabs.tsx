import { Link, useLocation } from "react-router";
import { t } from "../../messages/t";
import styles from "./Team.module.css";

/** Members and roles belong together, on two pages. */
export function TeamTabs() {
  const { pathname } = useLocation();
  const pages = [
    ["/team", t("team.members")],
    ["/team/roles", t("team.roles")],
  ] as const;
  return (
    <nav className={styles.tabs} aria-label={t("team.tabs")}>
      {pages.map(([path, name]) => (
        <Link key={path} to={path} aria-current={pathname === path ? "page" : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
