import type {
  Applicability,
  Country,
  Customer,
  GiftCardLine,
  OrderInput,
  Quote,
  QuoteInput,
} from "@/api/types";
import { isPromoProblem } from "@/features/cart/promoCode";
import { addressInput } from "@/features/customers/addressDraft";
import { type Addresses, addressesOf } from "./details";
import {
  asksForPhone,
  type CheckoutDraft,
  chosenAddress,
  chosenAddressId,
  type Payment,
} from "./draft";

/** What the page knows besides what was filled in. */
export interface Shopping {
  customer: Customer | null;
  countries: readonly Country[];
  /** What is bought; null for all that is in a customer's cart. */
  skuIds: readonly number[] | null;
  /** The promo code of the cart. */
  promoCode: string | null;
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
  { customer, countries, skuIds, giftCards, promoCode }: Shopping,
): QuoteInput {
  const addressId = chosenAddressId(draft, customer);
  const { city, state, postalCode, country } = addressInput(
    draft.address,
    countryOf(draft, countries),
  );
  return {
    ...(skuIds === null ? {} : { skuIds: [...skuIds] }),
    ...(giftCards.length === 0 ? {} : { giftCards: [...giftCards] }),
    ...(addressId === null
      ? { address: { city, state, postalCode, ...(country === "" ? {} : { country }) } }
      : { addressId }),
    ...(draft.shippingMethod === null ? {} : { shippingMethod: draft.shippingMethod }),
    ...(promoCode === null ? {} : { promoCode }),
    useWallet: draft.useWallet && customer !== null,
    ...(draft.gift.wrap ? { giftWrap: true } : {}),
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

/** Where it goes and whom it is billed to, as they are sent. */
export function orderAddresses(draft: CheckoutDraft, { customer, countries }: Shopping): Addresses {
  const { billing, address: typed } = draft;
  return addressesOf({ billing, saved: chosenAddress(draft, customer), typed, countries });
}

function contactOf(
  draft: CheckoutDraft,
  customer: Customer | null,
  phone: string | null,
): Pick<OrderInput, "contact" | "contactProof"> {
  if (customer !== null) {
    return phone !== null && asksForPhone(draft, customer) ? { contact: { phone } } : {};
  }
  return {
    contact: {
      email: draft.email.trim() || null,
      phone,
      firstName: draft.address.firstName.trim() || null,
      lastName: draft.address.lastName.trim() || null,
    },
    ...(draft.contactProof === undefined ? {} : { contactProof: draft.contactProof }),
  };
}

/** What concerns the parcel: where it goes, whom it is billed to, and what goes with it. */
function deliveryOf(
  draft: CheckoutDraft,
  shopping: Shopping,
  phone: string | null,
): Partial<OrderInput> {
  const { customer } = shopping;
  const saved = chosenAddress(draft, customer);
  const { address, billingAddress } = orderAddresses(draft, shopping);
  const message = draft.gift.message.trim();
  const note = draft.gift.deliveryNote.trim();
  return {
    ...(saved === null
      ? { address: address && customer === null ? { ...address, phone } : address }
      : { addressId: saved.id }),
    ...(billingAddress === null ? {} : { billingAddress }),
    ...(draft.gift.wrap ? { giftWrap: true } : {}),
    ...(message === "" ? {} : { giftMessage: message }),
    ...(note === "" ? {} : { deliveryNote: note }),
  };
}

/** Whether this order needs a phone number: cash does, and a shop may say that all do. */
export function needsPhone(
  { payment }: Pick<CheckoutDraft, "payment">,
  quote: Pick<Quote, "payable"> | undefined,
  available: Pick<Applicability, "phoneRequired"> | null,
): boolean {
  return available?.phoneRequired === true || (payment === "cod" && quote?.payable.amount !== 0);
}

/** The order as it is sent, at the total and with the gifts that the shopper has seen. */
export function orderInput(
  draft: CheckoutDraft,
  shopping: Shopping,
  quote: Quote,
  method: OrderInput["paymentMethod"],
  seen: Pick<Quote, "gifts"> = quote,
): OrderInput {
  const { customer, skuIds, giftCards, promoCode } = shopping;
  const phone = draft.phone.trim() || null;
  return {
    ...(skuIds === null ? {} : { skuIds: [...skuIds] }),
    ...(giftCards.length === 0 ? {} : { giftCards: [...giftCards] }),
    ...contactOf(draft, customer, phone),
    ...(isGiftCardsAlone(quote) ? {} : deliveryOf(draft, shopping, phone)),
    ...(quote.shippingMethod === null ? {} : { shippingMethod: quote.shippingMethod }),
    ...(promoCode === null || quote.problems.some(isPromoProblem) ? {} : { promoCode }),
    useWallet: draft.useWallet && customer !== null,
    paymentMethod: method,
    expectedTotal: quote.total.amount,
    expectedGifts: seen.gifts.map(({ skuId }) => skuId),
  };
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
