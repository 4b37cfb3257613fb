import type { Country, Customer, GiftCardLine, OrderInput, Quote, QuoteInput } from "@/api/types";
import { addressInput } from "@/features/customers/addressDraft";
import { type CheckoutDraft, chosenAddressId, type Payment } from "./draft";

/** What the page knows besides what was filled in. */
export interface Shopping {
  customer: Customer | null;
  countries: readonly Country[];
  /** What is bought; null for all that is in a customer's cart. */
  skuIds: readonly number[] | null;
  /** Beside the SKUs; a customer's cart has its own. */
  giftCards: readonly GiftCardLine[];
}

/** Whether nothing is sent by parcel, so that no address is needed. */
export function isGiftCardsAlone(quote: Pick<Quote, "lines"> | undefined): boolean {
  const lines = quote?.lines ?? [];
  return lines.length > 0 && lines.every(({ giftCard }) => giftCard !== null);
}

export function countryOf(draft: CheckoutDraft, countries: readonly Country[]) {
  return countries.find(({ code }) => code === draft.address.country);
}

/** What to quote: the place as far as it is filled in. */
export function quoteInput(
  draft: CheckoutDraft,
  { customer, countries, skuIds, giftCards }: Shopping,
): QuoteInput {
  const addressId = chosenAddressId(draft, customer);
  const { city, state, postalCode, country } = addressInput(
    draft.address,
    countryOf(draft, countries),
  );
  return {
    ...(skuIds === null ? {} : { skuIds: [...skuIds] }),
    giftCards: [...giftCards],
    ...(addressId === null
      ? { address: { city, state, postalCode, ...(country === "" ? {} : { country }) } }
      : { addressId }),
    ...(draft.shippingMethod === null ? {} : { shippingMethod: draft.shippingMethod }),
    ...(draft.promoCode === null ? {} : { promoCode: draft.promoCode }),
    useWallet: draft.useWallet && customer !== null,
  };
}

/** What the shop calls the way to pay that was chosen; null where none was and one is needed. */
export function paymentMethod(
  { payment, useWallet }: Pick<CheckoutDraft, "payment" | "useWallet">,
  quote: Pick<Quote, "walletUsed" | "payable">,
  offered: readonly Payment[],
): OrderInput["paymentMethod"] | null {
  const walletPays = useWallet && quote.walletUsed.amount > 0;
  if (walletPays && quote.payable.amount === 0) return "wallet";
  const chosen = payment !== null && offered.includes(payment) ? payment : null;
  if (quote.payable.amount === 0) return chosen ?? offered[0] ?? null;
  if (walletPays && chosen === "prepaid") return "walletAndPrepaid";
  return chosen;
}

/** The order as it is sent, at the total that the shopper has seen. */
export function orderInput(
  draft: CheckoutDraft,
  shopping: Shopping,
  quote: Quote,
  method: OrderInput["paymentMethod"],
): OrderInput {
  const { customer, countries, skuIds, giftCards } = shopping;
  const byEmail = isGiftCardsAlone(quote);
  const addressId = chosenAddressId(draft, customer);
  const address = addressInput(draft.address, countryOf(draft, countries));
  const phone = draft.phone.trim() || null;
  return {
    ...(skuIds === null ? {} : { skuIds: [...skuIds] }),
    giftCards: [...giftCards],
    ...(customer === null
      ? {
          contact: {
            email: draft.email.trim() || null,
            phone,
            firstName: address.firstName || null,
            lastName: address.lastName || null,
          },
        }
      : {}),
    ...(byEmail
      ? {}
      : addressId === null
        ? { address: customer === null ? { ...address, phone } : address }
        : { addressId }),
    ...(quote.shippingMethod === null ? {} : { shippingMethod: quote.shippingMethod }),
    ...(promoCounts(draft, quote) ? { promoCode: draft.promoCode } : {}),
    useWallet: draft.useWallet && customer !== null,
    paymentMethod: method,
    expectedTotal: quote.total.amount,
  };
}

export function isPromoProblem({ code }: { code: string }): boolean {
  return code.startsWith("promo_");
}

function promoCounts(draft: CheckoutDraft, quote: Quote): boolean {
  return draft.promoCode !== null && !quote.problems.some(isPromoProblem);
}

/**
 * Whether the shopper has seen a total before it is ordered at: the one that was shown, or that
 * with the delivery chosen a moment ago, whose price stands beside it.
 */
export function hasSeenTotal(fresh: Quote, shown: Quote): boolean {
  const chosen = shown.shippingMethods.find(({ code }) => code === fresh.shippingMethod);
  const withChosen = shown.total.amount - shown.shippingTotal.amount + (chosen?.price.amount ?? 0);
  return (
    fresh.total.amount === shown.total.amount ||
    (chosen !== undefined && fresh.total.amount === withChosen)
  );
}
