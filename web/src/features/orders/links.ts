/** Opens the dialog that asks for a return, on the order's page. */
export const RETURN_HASH = "#return";

/** The order's page with the dialog that asks for a return. */
export function returnLink(orderId: string): string {
  return `${orderLink(orderId)}${RETURN_HASH}`;
}

/** Where an order is looked at; a guest's needs the key from its mail. */
export function orderLink(orderId: string, key: string | null = null): string {
  const path = `/order-detail/${encodeURIComponent(orderId)}`;
  return key === null ? path : `${path}?${new URLSearchParams({ key })}`;
}
