/** How the payment of an order stands. */
export const payment = {
  "payment.checking": "Checking your payment",
  "payment.unpaid": "Not paid yet",
  "payment.toPay": "To pay: {amount}",
  "payment.toPayText":
    "Items were added to your order. We send it once they are paid; if they are not paid in time, we take them off again.",
  "payment.declined": "The payment did not go through",
  "payment.declinedText":
    "You were not charged. We are holding your order for a short time. You can try again or use another payment method.",
  "payment.expired":
    "This order was cancelled because it was not paid in time. You were not charged.",
  "payment.refunded":
    "Your payment arrived after this order was cancelled, and some items are no longer available. We have refunded your payment.",
  "payment.refunding": "Your refund is being processed.",
} as const;
