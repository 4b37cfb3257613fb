import { useRef } from "react";
import { Link } from "react-router";
import { loginLink } from "@/features/signin/next";
import { useUnreadTickets } from "@/features/support/unreadTickets";
import { t } from "@/messages/t";
import { useCurrentPath } from "@/state/addressSearch";
import { useAppState } from "@/state/appState";
import { Badge } from "@/ui/Badge/Badge";
import { buttonClass } from "@/ui/Button/Button";
import { Icon } from "@/ui/Icon/Icon";
import { lazyOptional } from "@/ui/lazy/lazyOptional";
import styles from "./AccountMenu.module.css";
import { InstallApp } from "./InstallApp";
import { ThemeChoice } from "./ThemeChoice";
import { useOnNavigation } from "./useOnNavigation";

const AccountLinks = lazyOptional(async () => (await import("./AccountLinks")).AccountLinks);

const ID = "account-menu";

/** Account links and theme, in a native popover: the browser closes it on Escape and outside clicks. */
export function AccountMenu() {
  const popover = useRef<HTMLDivElement>(null);
  const user = useAppState((state) => state.userDetails);
  const unread = useUnreadTickets();
  const here = useCurrentPath();
  useOnNavigation(() => {
    const element = popover.current;
    if (element?.matches(":popover-open") === true) element.hidePopover();
  });
  return (
    <>
      <button
        type="button"
        className={styles["tool"]}
        aria-label={unread > 0 ? t("frame.accountUnread", { count: unread }) : t("frame.account")}
        popoverTarget={ID}
      >
        <Icon name="account" />
        <Badge count={unread} className={styles["badge"]} />
      </button>
      <div ref={popover} id={ID} popover="auto" className={styles["menu"]}>
        {user ? (
          <AccountLinks firstName={user.details.firstName} />
        ) : (
          <Link className={buttonClass("primary", true)} to={loginLink(here)}>
            {t("signin.title")}
          </Link>
        )}
        <InstallApp />
        <ThemeChoice />
      </div>
    </>
  );
}
