/** Where an order is looked at; a guest's needs the key from its mail. */
export function orderLink(orderId: string, key: string | null = null): string {
  const path = `/order-detail/${encodeURIComponent(orderId)}`;
  return key === null ? path : `${path}?${new URLSearchParams({ key })}`;
}
