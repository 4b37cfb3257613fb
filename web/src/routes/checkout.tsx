import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, type LoaderFunctionArgs, useNavigate, useSearchParams } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { settle } from "@/api/settle";
import type { GiftCardLine, PlacedOrder } from "@/api/types";
import { buyNowSkuIds } from "@/features/cart/buyNow";
import { setGuestSkuIds } from "@/features/cart/guestCart";
import {
  isGiftCardLine,
  setGuestGiftCards,
  useGuestGiftCards,
} from "@/features/cart/guestGiftCards";
import { removeCode } from "@/features/cart/promoCode";
import { cartKey } from "@/features/cart/queries";
import { tellOtherTabs } from "@/features/cart/otherTabs";
import { Checkout } from "@/features/checkout/Checkout";
import { forgetDraft } from "@/features/checkout/draft";
import { countriesQuery, currentCustomerQuery, customerQuery } from "@/features/customers/queries";
import { orderLink } from "@/features/orders/links";
import { rememberPlacedOrder } from "@/features/orders/placedOrder";
import { leaveForPayment } from "@/features/payments/leave";
import { loginLink } from "@/features/signin/next";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { sessionRestored } from "@/state/sessionRestored";
import { GIFT_CARD_NOW } from "@/storage/keys";
import { readTab } from "@/storage/tabStorage";
import { useTitle } from "@/state/useTitle";
import { buttonClass } from "@/ui/Button/Button";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./checkout.module.css";

export async function loader({ context }: LoaderFunctionArgs) {
  await sessionRestored();
  const queryClient = context.get(queryClientContext);
  return settle(
    queryClient.query(countriesQuery),
    ...(isLoggedIn() ? [queryClient.query(currentCustomerQuery())] : []),
  );
}

export function Component() {
  useTitle(t("checkout.title"));
  return (
    <main className="wrap" id="content">
      <h1 className={styles["title"]}>{t("checkout.title")}</h1>
      <CheckoutPlace />
    </main>
  );
}

const NONE: readonly GiftCardLine[] = [];

function CheckoutPlace() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [parameters] = useSearchParams();
  const visitor = useAppState(visitorOf);
  const loggedIn = useAppState(isLoggedIn);
  const guestSkuIds = useAppState((state) => state.guestCartItem);
  const guestsMayOrder = useAppState((state) => state.availibilityData?.guestCheckout !== false);
  const customer = useQuery(customerQuery(visitor));
  const guestGiftCards = useGuestGiftCards((state) => state.cards);
  const giftCardNow =
    parameters.get("giftCard") === "now" ? readTab(GIFT_CARD_NOW, isGiftCardLine) : null;
  const now = giftCardNow === null ? buyNowSkuIds(parameters) : [];
  const giftCards = giftCardNow !== null ? [giftCardNow] : now === null ? guestGiftCards : [];

  const placed = ({ orderId, key, payment }: PlacedOrder) => {
    forgetDraft();
    removeCode();
    rememberPlacedOrder(orderId);
    if (now === null) {
      queryClient.setQueryData(cartKey(visitor, []), []);
      if (!loggedIn) {
        setGuestSkuIds([]);
        setGuestGiftCards([]);
      }
    }
    void queryClient.invalidateQueries({ queryKey: ["orders"] });
    void queryClient.invalidateQueries({ queryKey: ["wallet"] });
    tellOtherTabs();
    const { redirectUrl } = payment;
    // Where the shopper pays elsewhere, Back from there leads to the order, which can still be paid.
    void Promise.resolve(navigate(orderLink(orderId, key), { replace: true })).then(() => {
      if (redirectUrl !== null) leaveForPayment(redirectUrl);
    });
  };

  if (!loggedIn && !guestsMayOrder) {
    return (
      <Notice icon="account" title={t("checkout.noGuests")}>
        <Link className={buttonClass()} to={loginLink(`/checkout?${parameters}`)}>
          {t("signin.title")}
        </Link>
      </Notice>
    );
  }
  if (loggedIn && !customer.data) {
    return customer.error ? (
      <FailureNotice error={customer.error} retry={() => void customer.refetch()} />
    ) : (
      <Skeleton height="480px" />
    );
  }
  return (
    <Checkout
      // Another visitor at the same screen starts anew.
      key={visitor}
      customer={customer.data ?? null}
      skuIds={now ?? (loggedIn ? null : guestSkuIds)}
      giftCards={giftCardNow === null && loggedIn ? NONE : giftCards}
      ofCart={now === null}
      onPlaced={placed}
    />
  );
}
