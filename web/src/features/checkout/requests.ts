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
import { type Addresses, addressesOf, businessOf } from "./details";
import {
  isPhoneMissing,
  type CheckoutDraft,
  chosenAddress,
  chosenAddressId,
  type Payment,
} from "./draft";

/** What a checkout depends on besides its draft. */
export interface CheckoutContext {
  customer: Customer | null;
  countries: readonly Country[];
  /** Null orders the whole cart of a customer. */
  skuIds: readonly number[] | null;
  /** The promo code of the cart. */
  promoCode: string | null;
  /** Of a guest, or bought at once; a customer's cart has its own. */
  giftCards: readonly GiftCardLine[];
}

/** Gift cards are sent by email: an order of nothing else needs no address. */
export function hasOnlyGiftCards(quote: Pick<Quote, "lines"> | undefined): boolean {
  const lines = quote?.lines ?? [];
  return lines.length > 0 && lines.every(({ giftCard }) => giftCard !== null);
}

/** Whether nothing is sent by parcel, as far as that is known before the first quote. */
export function sendsNoParcel(
  quote: Pick<Quote, "lines"> | undefined,
  { skuIds, giftCards }: Pick<CheckoutContext, "skuIds" | "giftCards">,
): boolean {
  return quote === undefined
    ? skuIds?.length === 0 && giftCards.length > 0
    : hasOnlyGiftCards(quote);
}

const PAYMENTS: readonly Payment[] = ["cod", "prepaid"];

/** The payment methods of the shop that fit the order: gift cards cannot be paid on delivery. */
export function offeredPayments(
  available: Pick<Applicability, "paymentMethods"> | null,
  quote: Pick<Quote, "lines"> | undefined,
): Payment[] {
  const hasGiftCards = quote?.lines.some(({ giftCard }) => giftCard !== null) === true;
  return PAYMENTS.filter(
    (payment) =>
      available?.paymentMethods.includes(payment) === true && !(payment === "cod" && hasGiftCards),
  );
}

export function countryOf(draft: CheckoutDraft, countries: readonly Country[]) {
  return countries.find(({ code }) => code === draft.address.country);
}

function giftCardCodesOf({ giftCardCodes = [] }: Pick<CheckoutDraft, "giftCardCodes">) {
  return giftCardCodes.length === 0 ? {} : { giftCardCodes: [...giftCardCodes] };
}

/** The quote request, with the address as far as it is filled in. */
export function quoteInput(
  draft: CheckoutDraft,
  { customer, countries, skuIds, giftCards, promoCode }: CheckoutContext,
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
    ...giftCardCodesOf(draft),
    ...billedTaxId(draft, customer),
    useWallet: draft.useWallet && customer !== null,
    ...(draft.gift.wrap ? { giftWrap: true } : {}),
  };
}

/** The tax ID of a business, and the country that is billed: they may lead to reverse charge. */
function billedTaxId(
  draft: CheckoutDraft,
  customer: Customer | null,
): Pick<QuoteInput, "taxId" | "billingAddress"> {
  const { isBusiness, taxId } = businessOf(draft.billing, chosenAddress(draft, customer));
  if (!isBusiness || taxId.trim() === "") return {};
  const { differs, address } = draft.billing;
  return {
    taxId: taxId.trim(),
    ...(differs && address.country !== "" ? { billingAddress: { country: address.country } } : {}),
  };
}

/** The API's payment method for the choice; null when a choice is still missing. */
export function paymentMethod(
  { payment, useWallet }: Pick<CheckoutDraft, "payment" | "useWallet">,
  quote: Pick<Quote, "tenders" | "payable">,
  offered: readonly Payment[],
): OrderInput["paymentMethod"] | null {
  const walletPays = useWallet && quote.tenders.some(({ kind }) => kind === "wallet");
  if (walletPays && quote.payable.amount === 0) return "wallet";
  const chosen = payment !== null && offered.includes(payment) ? payment : null;
  if (quote.payable.amount === 0) return chosen ?? offered[0] ?? null;
  if (walletPays && chosen === "prepaid") return "walletAndPrepaid";
  return chosen;
}

/** Delivery and billing address as they are sent. */
export function orderAddresses(
  draft: CheckoutDraft,
  { customer, countries }: CheckoutContext,
): Addresses {
  const { billing, address: typed } = draft;
  return addressesOf({ billing, saved: chosenAddress(draft, customer), typed, countries });
}

function contactOf(
  draft: CheckoutDraft,
  customer: Customer | null,
  phone: string | null,
): Pick<OrderInput, "contact" | "contactProof"> {
  if (customer !== null) {
    return phone !== null && isPhoneMissing(draft, customer) ? { contact: { phone } } : {};
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

/** The parts of the order that concern its parcel. */
function deliveryOf(
  draft: CheckoutDraft,
  context: CheckoutContext,
  phone: string | null,
): Partial<OrderInput> {
  const { customer } = context;
  const saved = chosenAddress(draft, customer);
  const { address, billingAddress } = orderAddresses(draft, context);
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

/** Whether the order needs a phone number: cash on delivery does, and a shop may always require one. */
export function needsPhone(
  { payment }: Pick<CheckoutDraft, "payment">,
  quote: Pick<Quote, "payable"> | undefined,
  available: Pick<Applicability, "phoneRequired"> | null,
): boolean {
  return available?.phoneRequired === true || (payment === "cod" && quote?.payable.amount !== 0);
}

/** The order as it is sent, with the total and the gifts that the shopper has seen. */
export function orderInput(
  draft: CheckoutDraft,
  context: CheckoutContext,
  quote: Quote,
  method: OrderInput["paymentMethod"],
  seen: Pick<Quote, "gifts"> = quote,
): OrderInput {
  const { customer, skuIds, giftCards, promoCode } = context;
  const phone = draft.phone.trim() || null;
  return {
    ...(skuIds === null ? {} : { skuIds: [...skuIds] }),
    ...(giftCards.length === 0 ? {} : { giftCards: [...giftCards] }),
    ...contactOf(draft, customer, phone),
    ...(hasOnlyGiftCards(quote) ? {} : deliveryOf(draft, context, phone)),
    ...(quote.shippingMethod === null ? {} : { shippingMethod: quote.shippingMethod }),
    ...(promoCode === null || quote.problems.some(isPromoProblem) ? {} : { promoCode }),
    ...giftCardCodesOf(draft),
    useWallet: draft.useWallet && customer !== null,
    paymentMethod: method,
    expectedTotal: quote.total.amount,
    expectedGifts: seen.gifts.map(({ skuId }) => skuId),
  };
}

/**
 * Whether the shopper has seen the total of a fresh quote: it is the total shown, or that total with
 * the newly chosen shipping method, whose price is shown beside it. Gift cards and the wallet must not
 * pay less than shown.
 */
export function hasSeenTotal(fresh: Quote, shown: Quote): boolean {
  const chosen = shown.shippingMethods.find(({ code }) => code === fresh.shippingMethod);
  const withChosen = shown.total.amount - shown.shippingTotal.amount + (chosen?.price.amount ?? 0);
  const added = fresh.total.amount - shown.total.amount;
  const isTotalSeen = added === 0 || (chosen !== undefined && fresh.total.amount === withChosen);
  return isTotalSeen && fresh.payable.amount <= shown.payable.amount + Math.max(added, 0);
}
