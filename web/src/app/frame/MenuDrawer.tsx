import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { categoryLink } from "@/features/catalog/links";
import { categoriesQuery } from "@/features/catalog/queries";
import { withProducts } from "@/features/catalog/withProducts";
import { loginLink } from "@/features/signin/next";
import { useUnreadTickets } from "@/features/support/unread";
import { t } from "@/messages/t";
import { useHere } from "@/state/addressSearch";
import { isLoggedIn, useAppState } from "@/state/appState";
import { Badge } from "@/ui/Badge/Badge";
import { Icon } from "@/ui/Icon/Icon";
import { Sheet } from "@/ui/Sheet/Sheet";
import styles from "./MenuDrawer.module.css";
import { PAGE_LINKS } from "./pageLinks";
import { ThemeChoice } from "./ThemeChoice";

/** As many are looked through in a drawer; all of them are a page of their own. */
const SHOWN = 24;

/** The phone's menu: categories that unfold, the account and the shop's pages. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  const { data = [] } = useQuery(categoriesQuery);
  const categories = withProducts(data);
  const loggedIn = useAppState(isLoggedIn);
  const unread = useUnreadTickets();
  const { key } = useLocation();
  const here = useHere();
  const openedAt = useRef(key);
  useEffect(() => {
    if (key !== openedAt.current) onClose();
  }, [key, onClose]);
  return (
    <Sheet title={t("frame.menu")} from="left" onClose={onClose} footer={<ThemeChoice />}>
      <nav aria-label={t("frame.categories")}>
        <ul className={styles["categories"]}>
          {categories.slice(0, SHOWN).map((category) => (
            <li key={category.slug}>
              {category.children.length === 0 ? (
                <Link to={categoryLink(category.slug)}>{category.title}</Link>
              ) : (
                <details>
                  <summary>
                    {category.title}
                    <Icon name="down" />
                  </summary>
                  <ul>
                    <li>
                      <Link to={categoryLink(category.slug)}>
                        {t("frame.allOf", { category: category.title })}
                      </Link>
                    </li>
                    {category.children.map((child) => (
                      <li key={child.slug}>
                        <Link to={categoryLink(child.slug)}>{child.title}</Link>
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </li>
          ))}
          {categories.length > SHOWN && (
            <li>
              <Link to="/collections">
                {t("frame.allCategories")}
                <Icon name="right" />
              </Link>
            </li>
          )}
        </ul>
      </nav>
      <ul className={styles["pages"]}>
        <li>
          {loggedIn ? (
            <Link
              to="/user-profile"
              aria-label={unread > 0 ? t("account.titleUnread", { count: unread }) : undefined}
            >
              {t("account.title")}
              <Badge count={unread} />
            </Link>
          ) : (
            <Link to={loginLink(here)}>{t("signin.title")}</Link>
          )}
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
