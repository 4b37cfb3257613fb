import { NavLink } from "react-router";
import { cartLabel, useCartCount } from "@/features/cart/queries";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState } from "@/state/appState";
import { Badge } from "@/ui/Badge/Badge";
import { Icon } from "@/ui/Icon/Icon";
import styles from "./BottomBar.module.css";
import { useMenuDrawer } from "./useMenuDrawer";

/** The navigation bar on phones. */
export function BottomBar() {
  const [drawer, setOpen] = useMenuDrawer();
  const count = useCartCount();
  const loggedIn = useAppState(isLoggedIn);
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
          onClick={() => setOpen(true)}
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
        <NavLink to={loggedIn ? "/user-profile/wishlist" : "/wishlist"}>
          <Icon name="heart" />
          {t("frame.wishlist")}
        </NavLink>
        <NavLink to="/cart" aria-label={cartLabel(count)}>
          <Icon name="cart" />
          {t("cart.title")}
          <Badge count={count ?? 0} className={styles["badge"]} />
        </NavLink>
      </nav>
      {drawer}
    </>
  );
}
