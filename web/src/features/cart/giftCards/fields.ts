import "@/messages/later/storeCredit";
import type { Money } from "@/api/types";
import { t } from "@/messages/t";
import { type Field, field, text } from "@/ui/Form/field";
import { amount, amountBetween, email, required } from "@/ui/Form/rules";

/** What is typed on a gift card. */
export const GIFT_CARD_FIELDS = {
  recipientName: text(() => t("giftCard.recipientName"), 80, required),
  recipientEmail: field(() => t("giftCard.recipientEmail"), required, email),
  senderName: text(() => t("giftCard.senderName"), 80, required),
  message: text(() => t("giftCard.message"), 500),
};

/** An amount of the shopper's own choice. */
export function otherAmount(minimum: Money, maximum: Money): Field {
  const { currency } = minimum;
  return field(() => t("giftCard.otherAmount"), amount(currency), amountBetween(minimum, maximum));
}
