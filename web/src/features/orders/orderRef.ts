/** An order, and the key with which a guest opens it. */
export interface OrderRef {
  orderId: string;
  /** Null for the customer's own orders. */
  key: string | null;
}

/** Path and query parameters of every call about one order. */
export const orderParams = ({ orderId, key }: OrderRef) => ({
  path: { orderId },
  query: key === null ? {} : { key },
});
