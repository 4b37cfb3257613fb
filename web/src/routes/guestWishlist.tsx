import { Link, Navigate } from "react-router";
import { loginLink } from "@/features/signin/next";
import { WishlistItems } from "@/features/wishlist/WishlistItems";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState } from "@/state/appState";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import styles from "./guestWishlist.module.css";

/** A guest's wishlist. A customer is redirected to the one in the account. */
export function Component() {
  useDocumentTitle(t("wishlist.title"));
  if (useAppState(isLoggedIn)) return <Navigate to="/user-profile/wishlist" replace />;
  return (
    <main className="wrap" id="content">
      <WishlistItems
        columns={4}
        note={
          <p className={styles["note"]}>
            {t("wishlist.guestNote")} <Link to={loginLink("/wishlist")}>{t("signin.title")}</Link>
          </p>
        }
      />
    </main>
  );
}
