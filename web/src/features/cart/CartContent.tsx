import { type ReactNode, useRef } from "react";
import { Link } from "react-router";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState } from "@/state/appState";
import { buttonClass } from "@/ui/Button/Button";
import { lazyOptional } from "@/ui/lazy/lazyOptional";
import { ErrorAlert, Alert } from "@/ui/Alert/Alert";
import { CartLines, CartLinesSkeleton } from "./CartLines";
import { CartPromo } from "./CartPromo";
import { CartTotal } from "./CartTotal";
import { GiftLines } from "./GiftLines";
import { usePendingAdditions } from "./pendingAdditions";
import { useVisitorsAdditions } from "./additionQueue";
import { useCart } from "./queries";
import { type ShownLine, shownLines } from "./shownLines";
import { useOptimisticQuantities } from "./optimisticQuantities";

const PendingAdditions = lazyOptional(
  async () => (await import("./PendingAdditions")).PendingAdditions,
);

interface Props {
  action: (line: ShownLine) => ReactNode;
  /** Lays out lines, promo code and total for the page or the drawer. */
  arrange: (lines: ReactNode, promo: ReactNode, total: ReactNode) => ReactNode;
  /** Below the cart, once it is loaded. */
  below?: (lines: readonly ShownLine[]) => ReactNode;
}

/** The visitor's cart, and what waits to be added to it, for the page and the drawer. */
export function CartContent(props: Props) {
  const hasPending = useVisitorsAdditions().length > 0;
  return (
    <>
      {hasPending && <PendingAdditions />}
      <Cart {...props} hasPending={hasPending} />
    </>
  );
}

/** The cart with its loading, error and empty states. */
function Cart({ action, arrange, below, hasPending }: Props & { hasPending: boolean }) {
  const { data, error, isPending, refetch } = useCart();
  const quantities = useOptimisticQuantities((state) => state.quantities);
  const additions = usePendingAdditions((state) => state.additions);
  const container = useRef<HTMLDivElement>(null);
  if (isPending) return arrange(<CartLinesSkeleton />, null, null);
  if (!data) {
    return (
      <ErrorAlert error={error} fallback={t("cart.errorFetching")} retry={() => void refetch()} />
    );
  }
  const lines = shownLines(data, quantities, additions);
  return (
    <>
      {lines.length === 0
        ? !hasPending && <EmptyCart />
        : arrange(
            <div ref={container}>
              <CartLines lines={lines} action={action} />
              <GiftLines />
            </div>,
            <CartPromo />,
            <CartTotal lines={lines} container={container} />,
          )}
      {below?.(lines)}
    </>
  );
}

function EmptyCart() {
  const loggedIn = useAppState(isLoggedIn);
  return (
    <Alert
      icon="cart"
      title={t("cart.emptyTitle")}
      text={t(loggedIn ? "cart.emptyTextCustomer" : "cart.emptyText")}
    >
      <Link className={buttonClass()} to="/">
        {t("action.continueShopping")}
      </Link>
    </Alert>
  );
}
