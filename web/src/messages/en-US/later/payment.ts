/** How the payment of an order stands. See `messages/later`. */
export const payment = {
  "payment.looking": "Looking for your payment",
  "payment.waiting": "Not paid yet",
  "payment.declined": "The payment did not go through",
  "payment.declinedText":
    "Nothing was charged. Your order is kept for a moment; you can try again, also in another way.",
  "payment.ended": "This order was not paid in time and has ended. Nothing was charged.",
  "payment.sentBack":
    "Your payment arrived after this order had ended, and not all of it is here any more. We have sent the money back to where it came from.",
  "payment.goingBack": "What you paid is on its way back to where it came from.",
} as const;
