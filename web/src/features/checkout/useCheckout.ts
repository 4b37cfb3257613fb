import { useQuery } from "@tanstack/react-query";
import type { Customer, GiftCardLine, QuoteInput } from "@/api/types";
import { usePromoCode } from "@/features/cart/promoCode";
import { countriesQuery } from "@/features/customers/queries";
import { walletQuery } from "@/features/wallet/queries";
import { useAppState, visitorOf } from "@/state/appState";
import { useDebouncedValue } from "@/state/useDebouncedValue";
import { quoteQuery } from "./queries";
import {
  type CheckoutContext,
  needsPhone,
  offeredPayments,
  quoteInput,
  sendsNoParcel,
} from "./requests";
import { useCheckoutDraft } from "./useCheckoutDraft";
import { useTrackBeginCheckout } from "./useTrackBeginCheckout";

/** Milliseconds without a change before a new quote is requested, so that typing needs only one. */
const QUOTE_DELAY = 250;

export interface CheckoutItems {
  customer: Customer | null;
  /** Null orders the whole cart of a customer. */
  skuIds: readonly number[] | null;
  giftCards: readonly GiftCardLine[];
}

export type CheckoutState = ReturnType<typeof useCheckout>;

/** The draft of a checkout with its quote, and what follows from both. */
export function useCheckout({ customer, skuIds, giftCards }: CheckoutItems) {
  const visitor = useAppState(visitorOf);
  const available = useAppState((state) => state.availibilityData);
  const { data: countries = [] } = useQuery(countriesQuery);
  const promoCode = usePromoCode((state) => state.code);
  const context: CheckoutContext = { customer, countries, skuIds, giftCards, promoCode };
  const { draft, ...draftChanges } = useCheckoutDraft(customer);

  const input = JSON.stringify(quoteInput(draft, context));
  const settled = useDebouncedValue(input, QUOTE_DELAY);
  const quoted = useQuery(quoteQuery(visitor, JSON.parse(settled) as QuoteInput));
  const { data: quote } = quoted;
  useTrackBeginCheckout(quote);
  const { data: wallet } = useQuery({
    ...walletQuery(visitor),
    enabled: customer !== null && available?.wallet === true,
  });
  return {
    visitor,
    context,
    draft,
    ...draftChanges,
    quote,
    quoteError: quoted.error,
    reloadQuote: () => void quoted.refetch(),
    /** The quote does not include the latest change yet. */
    isUpdating: quoted.isPlaceholderData || settled !== input,
    walletBalance: wallet?.balance ?? null,
    payments: offeredPayments(available, quote),
    phoneRequired: needsPhone(draft, quote, available),
    byEmail: sendsNoParcel(quote, context),
  };
}
