/** Path of an order's page; a guest's order needs the key from its email. */
export function orderLink(orderId: string, key: string | null = null): string {
  const path = `/order-detail/${encodeURIComponent(orderId)}`;
  return key === null ? path : `${path}?${new URLSearchParams({ key })}`;
}
