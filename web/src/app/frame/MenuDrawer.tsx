import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import type { CategoryNode } from "@/api/types";
import { categoryLink } from "@/features/search/links";
import { categoriesQuery } from "@/features/merchandising/queries";
import { nonEmptyCategories } from "@/features/merchandising/collections/nonEmptyCategories";
import { loginLink } from "@/features/signin/next";
import { useUnreadTickets } from "@/features/support/unreadTickets";
import { t } from "@/messages/t";
import { useCurrentPath } from "@/state/addressSearch";
import { isLoggedIn, useAppState } from "@/state/appState";
import { Badge } from "@/ui/Badge/Badge";
import { Icon } from "@/ui/Icon/Icon";
import { Sheet } from "@/ui/Sheet/Sheet";
import styles from "./MenuDrawer.module.css";
import { PAGE_LINKS } from "./pageLinks";
import { ThemeChoice } from "./ThemeChoice";

/** The others are on the page with all categories. */
const MAX_CATEGORIES = 24;

/** The menu on phones: categories, the account and the shop's pages. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  useCloseOnNavigation(onClose);
  return (
    <Sheet title={t("frame.menu")} placement="left" onClose={onClose} footer={<ThemeChoice />}>
      <Categories />
      <ul className={styles["pages"]}>
        <li>
          <AccountOrLogin />
        </li>
        {PAGE_LINKS.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{t(label)}</Link>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function useCloseOnNavigation(onClose: () => void): void {
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (key !== openedAt.current) onClose();
  }, [key, onClose]);
}

function Categories() {
  const { data = [] } = useQuery(categoriesQuery);
  const categories = nonEmptyCategories(data);
  return (
    <nav aria-label={t("frame.categories")}>
      <ul className={styles["categories"]}>
        {categories.slice(0, MAX_CATEGORIES).map((category) => (
          <li key={category.slug}>
            <Category category={category} />
          </li>
        ))}
        {categories.length > MAX_CATEGORIES && (
          <li>
            <Link to="/collections">
              {t("frame.allCategories")}
              <Icon name="right" />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}

function Category({ category: { slug, title, children } }: { category: CategoryNode }) {
  if (children.length === 0) return <Link to={categoryLink(slug)}>{title}</Link>;
  return (
    <details>
      <summary>
        {title}
        <Icon name="down" />
      </summary>
      <ul>
        <li>
          <Link to={categoryLink(slug)}>{t("frame.allOf", { category: title })}</Link>
        </li>
        {children.map((child) => (
          <li key={child.slug}>
            <Link to={categoryLink(child.slug)}>{child.title}</Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

function AccountOrLogin() {
  const loggedIn = useAppState(isLoggedIn);
  const unread = useUnreadTickets();
  const here = useCurrentPath();
  if (!loggedIn) return <Link to={loginLink(here)}>{t("signin.title")}</Link>;
  return (
    <Link
      to="/user-profile"
      aria-label={unread > 0 ? t("account.titleUnread", { count: unread }) : undefined}
    >
      {t("account.title")}
      <Badge count={unread} />
    </Link>
  );
}
