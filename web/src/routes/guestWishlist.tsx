import { Link, Navigate } from "react-router";
import { loginLink } from "@/features/signin/next";
import { Wishes } from "@/features/wishlist/Wishes";
import "@/messages/later/wishlist";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState } from "@/state/appState";
import { useTitle } from "@/state/useTitle";
import styles from "./guestWishlist.module.css";

/** What a guest saved; a customer's list is part of the account. */
export function Component() {
  useTitle(t("wishlist.title"));
  if (useAppState(isLoggedIn)) return <Navigate to="/user-profile/wishlist" replace />;
  return (
    <main className="wrap" id="content">
      <Wishes
        note={
          <p className={styles["note"]}>
            {t("wishlist.guestNote")} <Link to={loginLink("/wishlist")}>{t("signin.title")}</Link>
          </p>
        }
      />
    </main>
  );
}
