import type { Money } from "@/api/types";
import { t } from "@/messages/t";
import { type Field, field, text } from "@/ui/Form/field";
import { amount, amountBetween, email, required } from "@/ui/Form/rules";

export const GIFT_CARD_FIELDS = {
  recipientName: text(() => t("giftCard.recipientName"), 80, required),
  recipientEmail: field(() => t("giftCard.recipientEmail"), required, email),
  senderName: text(() => t("giftCard.senderName"), 80, required),
  message: text(() => t("giftCard.message"), 500),
};

/** The field for an amount of the shopper's choice; null if the product has fixed amounts only. */
export function otherAmountField({
  minimum,
  maximum,
}: {
  minimum: Money | null;
  maximum: Money | null;
}): Field | null {
  if (minimum === null || maximum === null) return null;
  return field(
    () => t("giftCard.otherAmount"),
    amount(minimum.currency),
    amountBetween(minimum, maximum),
  );
}
