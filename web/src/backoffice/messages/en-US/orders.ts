export const orders = {
  "orders.title": "Orders",
} as const;
