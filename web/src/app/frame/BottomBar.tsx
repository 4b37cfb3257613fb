import { Suspense, useCallback, useState } from "react";
import { NavLink } from "react-router";
import { cartLabel, useCartCount } from "@/features/cart/queries";
import { t } from "@/messages/t";
import { Badge } from "@/ui/Badge/Badge";
import { Icon } from "@/ui/Icon/Icon";
import { lazyRequired } from "@/ui/lazy/lazyRequired";
import styles from "./BottomBar.module.css";

const MenuDrawer = lazyRequired(async () => (await import("./MenuDrawer")).MenuDrawer);

/** The navigation bar on phones. */
export function BottomBar() {
  const [drawer, setDrawer] = useState(false);
  const close = useCallback(() => setDrawer(false), []);
  const count = useCartCount();
  return (
    <>
      <nav className={styles["bar"]} aria-label={t("frame.mainNavigation")}>
        <NavLink to="/" end>
          <Icon name="home" />
          {t("frame.home")}
        </NavLink>
        <button
          type="button"
          className="needs-script"
          aria-haspopup="dialog"
          onClick={() => setDrawer(true)}
        >
          <Icon name="menu" />
          {t("frame.categories")}
        </button>
        <noscript>
          {import.meta.env.SSR && (
            <NavLink to="/collections">
              <Icon name="menu" />
              {t("frame.categories")}
            </NavLink>
          )}
        </noscript>
        <NavLink to="/search">
          <Icon name="search" />
          {t("frame.search")}
        </NavLink>
        <NavLink to="/user-profile/wishlist">
          <Icon name="heart" />
          {t("frame.wishlist")}
        </NavLink>
        <NavLink to="/cart" aria-label={cartLabel(count)}>
          <Icon name="cart" />
          {t("cart.title")}
          <Badge count={count ?? 0} className={styles["badge"]} />
        </NavLink>
      </nav>
      <div>
        {drawer && (
          <Suspense>
            <MenuDrawer onClose={close} />
          </Suspense>
        )}
      </div>
    </>
  );
}
