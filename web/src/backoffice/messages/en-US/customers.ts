export const customers = {
  "customers.title": "Customers",
} as const;
