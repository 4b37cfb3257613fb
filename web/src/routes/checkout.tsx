import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, type LoaderFunctionArgs, useNavigate, useSearchParams } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { waitForData } from "@/api/waitForData";
import type { GiftCardLine, PlacedOrder } from "@/api/types";
import { buyNowSkuIds } from "@/features/cart/buyNow";
import { setGuestSkuIds } from "@/features/cart/guestCart";
import {
  isGiftCardLine,
  setGuestGiftCards,
  useGuestGiftCards,
} from "@/features/cart/guestGiftCards";
import { removePromoCode } from "@/features/cart/promoCode";
import { cartKey } from "@/features/cart/queries";
import { notifyOtherTabs } from "@/features/cart/otherTabs";
import { Checkout } from "@/features/checkout/Checkout";
import { clearDraft } from "@/features/checkout/draft";
import { titleOf } from "@/features/checkout/line/lineText";
import { useWaitingLine } from "@/features/checkout/line/waitingLine";
import { countriesQuery, currentCustomerQuery, customerQuery } from "@/features/customers/queries";
import { orderLink } from "@/features/orders/links";
import { rememberPlacedOrder } from "@/features/orders/placedOrder";
import { redirectToPayment } from "@/features/payments/paymentRedirect";
import { loginLink } from "@/features/signin/next";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { waitForSession } from "@/state/waitForSession";
import { GIFT_CARD_NOW } from "@/storage/keys";
import { readTab } from "@/storage/tabStorage";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import { buttonClass } from "@/ui/Button/Button";
import { ErrorAlert, Alert } from "@/ui/Alert/Alert";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./checkout.module.css";

export async function loader({ context }: LoaderFunctionArgs) {
  await waitForSession();
  const queryClient = context.get(queryClientContext);
  return waitForData(
    queryClient.query(countriesQuery),
    ...(isLoggedIn() ? [queryClient.query(currentCustomerQuery())] : []),
  );
}

export function Component() {
  const line = useWaitingLine();
  useDocumentTitle(line === null ? t("checkout.title") : titleOf(line.place));
  return (
    <main className="wrap" id="content">
      <h1 className={styles["title"]}>{t("checkout.title")}</h1>
      <CheckoutContent />
    </main>
  );
}

const NONE: readonly GiftCardLine[] = [];

function CheckoutContent() {
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
  const buyNow = giftCardNow === null ? buyNowSkuIds(parameters) : [];
  const giftCards = giftCardNow !== null ? [giftCardNow] : buyNow === null ? guestGiftCards : [];

  const placed = ({ orderId, key, payment }: PlacedOrder) => {
    clearDraft();
    removePromoCode();
    rememberPlacedOrder(orderId);
    if (buyNow === null) {
      queryClient.setQueryData(cartKey(visitor, []), []);
      if (!loggedIn) {
        setGuestSkuIds([]);
        setGuestGiftCards([]);
      }
    }
    void queryClient.invalidateQueries({ queryKey: ["orders"] });
    void queryClient.invalidateQueries({ queryKey: ["wallet"] });
    notifyOtherTabs();
    const { redirectUrl } = payment;
    // Back from the payment page leads to the order, which can still be paid.
    void Promise.resolve(navigate(orderLink(orderId, key), { replace: true })).then(() => {
      if (redirectUrl !== null) redirectToPayment(redirectUrl);
    });
  };

  if (!loggedIn && !guestsMayOrder) {
    return (
      <Alert icon="account" title={t("checkout.noGuests")}>
        <Link className={buttonClass()} to={loginLink(`/checkout?${parameters}`)}>
          {t("signin.title")}
        </Link>
      </Alert>
    );
  }
  if (loggedIn && !customer.data) {
    return customer.error ? (
      <ErrorAlert error={customer.error} retry={() => void customer.refetch()} />
    ) : (
      <Skeleton height="480px" />
    );
  }
  return (
    <Checkout
      // Another visitor starts a new checkout.
      key={visitor}
      customer={customer.data ?? null}
      skuIds={buyNow ?? (loggedIn ? null : guestSkuIds)}
      giftCards={giftCardNow === null && loggedIn ? NONE : giftCards}
      isCart={buyNow === null}
      onPlaced={placed}
    />
  );
}
