/** Billing, notes and gifts of an order; fetched with its page. */
export const orderBilling = {
  "order.billing": "Billing address",
  "order.billingSame": "Same as the delivery address",
  "order.billingChange": "Change billing details",
  "order.billingSave": "Save billing details",
  "order.billingSaved": "Billing details changed",
  "order.billingText": "You can change billing details until the invoice is issued.",
  "order.deliveryNote": "Note for the courier",
  "order.giftMessage": "Gift message",
} as const;
