import { type FocusEvent, useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import { ACCOUNT_LINKS } from "@/features/customers/accountLinks";
import { AccountLink } from "@/features/support/AccountLink";
import { t } from "@/messages/t";
import styles from "./userProfile.module.css";

/** `/user-profile` itself shows the first page. */
const FIRST = ACCOUNT_LINKS[0].to;

/** Scrolls a link that the keyboard has reached into view: browsers leave one that is partly visible. */
function showWhole({ target }: FocusEvent): void {
  // A link that moves below a mouse would not be clicked.
  if (target.matches(":focus-visible")) {
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** Layout of the account pages with their navigation. */
export function Component() {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const current = ACCOUNT_LINKS.find(({ to }) => pathname.startsWith(to))?.to ?? FIRST;
  useEffect(() => {
    // On phones the navigation scrolls horizontally: bring the current link into view.
    const row = nav.current;
    const link = row?.querySelector<HTMLElement>("[aria-current]");
    if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <main className={`wrap ${styles["account"]}`} id="content">
      <nav ref={nav} className={styles["nav"]} aria-label={t("account.menu")} onFocus={showWhole}>
        <ul>
          {ACCOUNT_LINKS.map(({ to, label }) => (
            <li key={to}>
              <AccountLink to={to} label={label} isCurrent={to === current} />
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles["content"]}>
        <Outlet />
      </div>
    </main>
  );
}
