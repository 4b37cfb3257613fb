/** Orders from before the shop moved. */
export const earlierOrders = {
  "earlierOrders.title": "Earlier orders",
  "earlierOrders.text": "You placed these orders before our shop moved here.",
  "earlierOrders.cancelled": "Cancelled",
  "earlierOrders.refunded": "Refunded",
  "earlierOrders.shipped": "Shipped",
  "earlierOrders.paid": "Paid",
  "earlierOrders.pending": "Not paid",
  "earlierOrders.discount": "Discount",
  "earlierOrders.delivery": "Delivery",
  "earlierOrders.tax": "Taxes",
  "earlierOrders.total": "Total",
  "earlierOrders.refundedAmount": "Refunded",
  "earlierOrders.sentTo": "Delivery address",
  "earlierOrders.more": "Show more",
} as const;
