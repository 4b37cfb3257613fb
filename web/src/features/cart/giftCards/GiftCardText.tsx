import type { GiftCardDetails } from "@/api/types";
import { calendarDay } from "@/format/date";
import { t } from "@/messages/t";
import styles from "./GiftCardText.module.css";

/** A gift card's recipient, date and message, as shown in carts and orders. */
export function GiftCardText({ card }: { card: GiftCardDetails }) {
  const { recipientName, recipientEmail, sendOn, message } = card;
  return (
    <div className={styles["card"]}>
      <span>{t("giftCard.to", { name: recipientName, email: recipientEmail })}</span>
      <span>
        {sendOn === null
          ? t("giftCard.sentAtOnce")
          : t("giftCard.sentOn", { day: calendarDay(sendOn) })}
      </span>
      {message !== "" && <q className={styles["message"]}>{message}</q>}
    </div>
  );
}
