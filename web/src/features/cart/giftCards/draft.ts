import type { GiftCardLine, ProductDetails, SkuDetails } from "@/api/types";
import { parseAmount } from "@/format/money";
import { t } from "@/messages/t";
import { validateField, validateFields } from "@/ui/Form/field";
import { GIFT_CARD_FIELDS, otherAmountField } from "./fields";

const MAX_DAYS_AHEAD = 365;

/** A gift card as it is filled in. */
export interface GiftCardDraft {
  /** Typed amount; empty for the amount of the chosen SKU. */
  otherAmount: string;
  recipientName: string;
  recipientEmail: string;
  senderName: string;
  message: string;
  /** Null sends the card as soon as it is paid; undefined while the typed date is invalid. */
  sendOn: string | null | undefined;
}

type Product = Pick<ProductDetails, "giftCard" | "price">;

/** A day so many days from now in the shopper's time zone, such as `2026-03-09`. */
function dayFromNow(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}

/** First and last day on which a card can be sent. */
export function sendOnRange(): { min: string; max: string } {
  return { min: dayFromNow(0), max: dayFromNow(MAX_DAYS_AHEAD) };
}

function sendOnProblem(sendOn: GiftCardDraft["sendOn"]): string | undefined {
  if (sendOn === undefined) return t("date.invalid");
  const { min, max } = sendOnRange();
  return sendOn !== null && (sendOn < min || sendOn > max) ? t("giftCard.sendOnRange") : undefined;
}

/** Messages by the names of the API's fields. */
export function validateGiftCard(draft: GiftCardDraft, { giftCard }: Product) {
  const { recipientName, recipientEmail, senderName, message } = draft;
  const amountField = giftCard && otherAmountField(giftCard);
  return {
    ...validateFields(GIFT_CARD_FIELDS, { recipientName, recipientEmail, senderName, message }),
    amount: amountField ? validateField(amountField, draft.otherAmount) : undefined,
    sendOn: sendOnProblem(draft.sendOn),
  };
}

/** The amount in minor units; null or undefined if there is none yet. */
export function amountOf(
  { otherAmount }: GiftCardDraft,
  sku: SkuDetails | undefined,
  { price }: Product,
): number | null | undefined {
  return otherAmount.trim() === "" ? sku?.price.amount : parseAmount(otherAmount, price.currency);
}

/** The card as it is sent; null while SKU, amount or date are missing. */
export function giftCardLine(
  draft: GiftCardDraft,
  sku: SkuDetails | undefined,
  product: Product,
): GiftCardLine | null {
  const amount = amountOf(draft, sku, product);
  const { sendOn } = draft;
  if (!sku || amount == null || sendOn === undefined) return null;
  return {
    skuId: sku.skuId,
    amount,
    recipientName: draft.recipientName.trim(),
    recipientEmail: draft.recipientEmail.trim(),
    senderName: draft.senderName.trim(),
    message: draft.message.trim(),
    sendOn,
  };
}
