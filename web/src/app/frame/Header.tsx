import { memo } from "react";
import { Link } from "react-router";
import { SearchField } from "@/features/search/suggestions/SearchField";
import { cartLabel, useCartCount } from "@/features/cart/queries";
import { useWishlistCount } from "@/features/wishlist/queries";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState } from "@/state/appState";
import { Badge } from "@/ui/Badge/Badge";
import { Icon } from "@/ui/Icon/Icon";
import { AccountMenu } from "./AccountMenu";
import { CategoryMenu } from "./CategoryMenu";
import styles from "./Header.module.css";
import { Logo } from "./Logo";
import { useMenuDrawer } from "./useMenuDrawer";
import { cx } from "@/ui/cx";

/** Hides the shop's name and categories while the first page is `starting`: they are not known yet. */
export function Header({ starting }: { starting: boolean }) {
  const [drawer, setOpen] = useMenuDrawer();
  return (
    <>
      <Bars known={!starting} onMenu={setOpen} />
      {drawer}
    </>
  );
}

interface BarsProps {
  /** Whether the shop's name and categories are known. */
  known: boolean;
  onMenu: (isOpen: true) => void;
}

/** Not rendered again when the menu opens. */
const Bars = memo(function Bars({ known, onMenu }: BarsProps) {
  return (
    <>
      <header className={styles["header"]}>
        <div className={styles["bar"]}>
          <button
            type="button"
            className={cx(styles["burger"], "needs-script")}
            aria-label={t("frame.menu")}
            aria-haspopup="dialog"
            data-preload="menu"
            onClick={() => onMenu(true)}
          >
            <Icon name="menu" />
          </button>
          <noscript>
            {import.meta.env.SSR && (
              <Link className={styles["burger"]} to="/collections" aria-label={t("frame.menu")}>
                <Icon name="menu" />
              </Link>
            )}
          </noscript>
          <Logo known={known} />
          <CategoryMenu known={known} />
          <div className={styles["tools"]}>
            <div className={styles["search"]}>
              <SearchField />
            </div>
            <AccountMenu />
            <WishlistLink />
            <CartLink />
          </div>
        </div>
      </header>
      <div className={styles["phoneSearch"]}>
        <SearchField />
      </div>
    </>
  );
});

function WishlistLink() {
  const count = useWishlistCount() ?? 0;
  const loggedIn = useAppState(isLoggedIn);
  return (
    <Link
      className={styles["tool"]}
      data-tool="wishlist"
      to={loggedIn ? "/user-profile/wishlist" : "/wishlist"}
      aria-label={count > 0 ? t("frame.wishlistCount", { count }) : t("frame.wishlist")}
    >
      <Icon name="heart" />
      <Badge count={count} className={styles["badge"]} />
    </Link>
  );
}

function CartLink() {
  const count = useCartCount();
  return (
    <Link className={styles["tool"]} to="/cart" aria-label={cartLabel(count)}>
      <Icon name="cart" />
      <Badge count={count ?? 0} className={styles["badge"]} />
    </Link>
  );
}
