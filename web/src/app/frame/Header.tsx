import { Suspense, useCallback, useState } from "react";
import { Link } from "react-router";
import { SearchField } from "@/features/catalog/SearchField";
import { cartLabel, useCartCount } from "@/features/cart/queries";
import { t } from "@/messages/t";
import { Badge } from "@/ui/Badge/Badge";
import { Icon } from "@/ui/Icon/Icon";
import { lazyPart } from "@/ui/lazyPart";
import { AccountMenu } from "./AccountMenu";
import { CategoryMenu } from "./CategoryMenu";
import styles from "./Header.module.css";
import { Logo } from "./Logo";

const MenuDrawer = lazyPart(async () => (await import("./MenuDrawer")).MenuDrawer);

/** While the shop is `starting` its name and categories are not known, so nothing of them is shown. */
export function Header({ starting }: { starting: boolean }) {
  const [drawer, setDrawer] = useState(false);
  const close = useCallback(() => setDrawer(false), []);
  return (
    <>
      <header className={styles["header"]}>
        <div className={styles["bar"]}>
          <button
            type="button"
            className={styles["burger"]}
            aria-label={t("frame.menu")}
            aria-haspopup="dialog"
            onClick={() => setDrawer(true)}
          >
            <Icon name="menu" />
          </button>
          <Logo known={!starting} />
          <CategoryMenu known={!starting} />
          <div className={styles["tools"]}>
            <div className={styles["search"]}>
              <SearchField />
            </div>
            <AccountMenu />
            <Link
              className={styles["tool"]}
              data-tool="wishlist"
              to="/user-profile/wishlist"
              aria-label={t("frame.wishlist")}
            >
              <Icon name="heart" />
            </Link>
            <CartLink />
          </div>
        </div>
      </header>
      <div className={styles["phoneSearch"]}>
        <SearchField />
      </div>
      {drawer && (
        <Suspense>
          <MenuDrawer onClose={close} />
        </Suspense>
      )}
    </>
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
