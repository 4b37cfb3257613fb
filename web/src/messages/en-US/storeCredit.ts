/** Top-ups of the wallet and gift cards; loaded with the parts that show them. */
export const storeCredit = {
  "wallet.top_up": "Added by you",

  "topup.title": "Add money",
  "topup.text": "Pay online once and spend it on any order.",
  "topup.amount": "Amount",
  "topup.range": "From {min} to {max}.",
  "topup.suggestions": "Suggested amounts",
  "topup.submit": "Continue to payment",
  "topup.looking": "Looking for your payment of {amount}",
  "topup.lookingText":
    "The money is in your wallet as soon as the payment is confirmed. You can leave this page.",
  "topup.pending": "A top-up of {amount} is not paid yet",
  "topup.pendingText": "You can pay until {time}. If you have just paid, give it a moment.",
  "topup.continue": "Continue to payment",
  "topup.cancel": "Cancel top-up",
  "topup.paid": "{amount} has been added to your wallet",
  "topup.declined": "The payment did not go through",
  "topup.declinedText": "Nothing was charged. You can try again, also in another way.",
  "topup.ended": "This top-up has ended",
  "topup.endedText": "Nothing was charged. You can start a new one.",
  "topup.refunded": "This payment goes back to where it came from",
} as const;
