import { Link } from "react-router";
import type { FrameLink } from "@/api/types";
import { loginLink } from "@/features/signin/next";
import { useUnreadTickets } from "@/features/support/unreadTickets";
import { t } from "@/messages/t";
import { useCurrentPath } from "@/state/addressSearch";
import { isLoggedIn, useAppState } from "@/state/appState";
import { Badge } from "@/ui/Badge/Badge";
import { Icon } from "@/ui/Icon/Icon";
import { Sheet } from "@/ui/Sheet/Sheet";
import styles from "./MenuDrawer.module.css";
import { InstallApp } from "./InstallApp";
import { useFooterColumns } from "./pageLinks";
import { ThemeChoice } from "./ThemeChoice";
import { useMenu } from "./useMenu";
import { useOnNavigation } from "./useOnNavigation";

/** The others are on the page with all categories. */
const MAX_CATEGORIES = 24;

/** The menu on phones: categories, the account and the shop's pages. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  useOnNavigation(onClose);
  const pageLinks = useFooterColumns().flatMap(({ children }) => children);
  return (
    <Sheet
      title={t("frame.menu")}
      placement="left"
      onClose={onClose}
      footer={
        <>
          <InstallApp />
          <ThemeChoice />
        </>
      }
    >
      <Categories />
      <ul className={styles["pages"]}>
        <li>
          <AccountOrLogin />
        </li>
        {pageLinks.map(({ title, link }, index) => (
          <li key={index}>
            <Link to={link}>{title}</Link>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function Categories() {
  const categories = useMenu();
  return (
    <nav aria-label={t("frame.categories")}>
      <ul className={styles["categories"]}>
        {categories.slice(0, MAX_CATEGORIES).map((category, index) => (
          <li key={index}>
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

function Category({ category: { link, title, children } }: { category: FrameLink }) {
  if (children.length === 0) return <Link to={link}>{title}</Link>;
  return (
    <details>
      <summary>
        {title}
        <Icon name="down" />
      </summary>
      <ul>
        <li>
          <Link to={link}>{t("frame.allOf", { category: title })}</Link>
        </li>
        {children.map((child, index) => (
          <li key={index}>
            <Link to={child.link}>{child.title}</Link>
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
