import { type LoaderFunctionArgs } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { settle } from "@/api/settle";
import { CartContent } from "@/features/cart/CartContent";
import { currentCartQuery, useCartCount } from "@/features/cart/queries";
import { MoveToWishlist } from "@/features/wishlist/MoveToWishlist";
import { t } from "@/messages/t";
import { sessionRestored } from "@/state/sessionRestored";
import { useTitle } from "@/state/useTitle";
import { laterPart } from "@/ui/Later/laterPart";
import styles from "./cart.module.css";

const CartSuggestions = laterPart(
  async () => (await import("@/features/recommendations/CartSuggestions")).CartSuggestions,
);

/** Whose cart it is has to be known before it is shown. */
export async function loader({ context }: LoaderFunctionArgs) {
  await sessionRestored();
  return settle(context.get(queryClientContext).query(currentCartQuery()));
}

export function Component() {
  useTitle(t("cart.title"));
  const count = useCartCount();
  return (
    <main className="wrap" id="content">
      <header className={styles["head"]}>
        <h1>{t("cart.title")}</h1>
        {count !== null && count > 0 && <span>{t("cart.count", { count })}</span>}
      </header>
      <CartContent
        action={(line) => <MoveToWishlist line={line} />}
        arrange={(lines, promo, total) => (
          <div className={styles["columns"]}>
            {lines}
            {total && (
              <aside className={styles["side"]}>
                {promo}
                {total}
              </aside>
            )}
          </div>
        )}
        below={(lines) => <CartSuggestions lines={lines} most={4} />}
      />
    </main>
  );
}
