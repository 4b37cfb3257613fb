import "@/messages/later/cart";
import { type ReactNode, useRef } from "react";
import { Link } from "react-router";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState } from "@/state/appState";
import { buttonClass } from "@/ui/Button/Button";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";
import { CartLines, CartLinesSkeleton } from "./CartLines";
import { CartPromo } from "./CartPromo";
import { CartTotal } from "./CartTotal";
import { GiftLines } from "./GiftLines";
import { useCart } from "./queries";
import { type ShownLine, shownLines } from "./shownLines";
import { useWanted } from "./wanted";

interface Props {
  action: (line: ShownLine) => ReactNode;
  /** Puts lines, promo code and total where the page or the drawer wants them. */
  arrange: (lines: ReactNode, promo: ReactNode, total: ReactNode) => ReactNode;
  /** What stands below the cart once that is there. */
  below?: (lines: readonly ShownLine[]) => ReactNode;
}

/** The visitor's cart in its four states; the same for guest and customer, page and drawer. */
export function CartContent({ action, arrange, below }: Props) {
  const { data, error, isPending, refetch } = useCart();
  const wanted = useWanted((state) => state.quantities);
  const place = useRef<HTMLDivElement>(null);
  if (isPending) return arrange(<CartLinesSkeleton />, null, null);
  if (!data) {
    return (
      <FailureNotice
        error={error}
        fallback={t("cart.errorFetching")}
        retry={() => void refetch()}
      />
    );
  }
  const lines = shownLines(data, wanted);
  return (
    <>
      {lines.length === 0 ? (
        <EmptyCart />
      ) : (
        arrange(
          <div ref={place}>
            <CartLines lines={lines} action={action} />
            <GiftLines />
          </div>,
          <CartPromo />,
          <CartTotal lines={lines} place={place} />,
        )
      )}
      {below?.(lines)}
    </>
  );
}

function EmptyCart() {
  const loggedIn = useAppState(isLoggedIn);
  return (
    <Notice
      icon="cart"
      title={t("cart.emptyTitle")}
      text={t(loggedIn ? "cart.emptyTextCustomer" : "cart.emptyText")}
    >
      <Link className={buttonClass()} to="/">
        {t("action.continueShopping")}
      </Link>
    </Notice>
  );
}
