/** How the payment of an order stands. See `messages/lazy`. */
export const payment = {
  "payment.checking": "Checking your payment",
  "payment.unpaid": "Not paid yet",
  "payment.declined": "The payment did not go through",
  "payment.declinedText":
    "You were not charged. We are holding your order for a short time. You can try again or use another payment method.",
  "payment.expired":
    "This order was cancelled because it was not paid in time. You were not charged.",
  "payment.refunded":
    "Your payment arrived after this order was cancelled, and some items are no longer available. We have refunded your payment.",
  "payment.refunding": "Your refund is being processed.",
} as const;
