import type { QueryClient } from "@tanstack/react-query";
import type { LoaderFunctionArgs } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { isWholePage, waitForData } from "@/api/waitForData";
import { CartContent } from "@/features/cart/CartContent";
import { renderedCartQueries } from "@/features/cart/cartQuote";
import { cartQuery, currentCartQuery, useCartCount } from "@/features/cart/queries";
import { MoveToWishlist } from "@/features/wishlist/MoveToWishlist";
import { t } from "@/messages/t";
import { renderedCart } from "@/state/renderedCart";
import { waitForSession } from "@/state/waitForSession";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import { lazyOptional } from "@/ui/lazy/lazyOptional";
import { serverParts } from "@/ui/lazy/serverParts";
import styles from "./cart.module.css";

const CartSuggestions = lazyOptional(
  async () => (await import("@/features/recommendations/CartSuggestions")).CartSuggestions,
);

/** Loads the cart as the server shows it: a guest's, if it knows one. Others are loaded once React has started. */
function loadRendered(queryClient: QueryClient): Promise<null> | null {
  const skuIds = renderedCart();
  if (skuIds.length === 0) return null;
  const { quote, offers } = renderedCartQueries(skuIds);
  return waitForData(
    queryClient.query(cartQuery("guest", skuIds)),
    queryClient.query(quote),
    queryClient.query(offers),
  );
}

/** Waits for the session, so that the right cart loads. */
export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext);
  if (isWholePage()) return loadRendered(queryClient);
  await waitForSession();
  return waitForData(queryClient.query(currentCartQuery()));
}

export function Component() {
  useDocumentTitle(t("cart.title"));
  const count = useCartCount();
  return (
    <main className="wrap" id="content">
      <header className={styles["head"]}>
        <h1>{t("cart.title")}</h1>
        {count !== null && count > 0 && <span>{t("cart.count", { count })}</span>}
      </header>
      <noscript>{import.meta.env.SSR && serverParts.cartLink?.()}</noscript>
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
