import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import type { components } from "../../../api/schema";

export type Order = components["schemas"]["OperatorOrder"];
export type OrderLine = components["schemas"]["OperatorLine"];
export type Parcel = Order["parcels"][number];
export type TimelineItem = components["schemas"]["TimelineItem"];
export type Address = NonNullable<Order["address"]>;
export type EmailPreview = components["schemas"]["EmailPreview"];
export type FulfilmentPreview = components["schemas"]["FulfilmentPreview"];

/** An order on screen is read again this often, in milliseconds, and whenever the window gets focus. */
const REFRESH_MS = 20_000;

export function orderQuery(number: string) {
  return queryOptions({
    queryKey: ["order", number],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/orders/{number}", { params: { path: { number } } })),
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: "always",
  });
}

/** Units that are in no parcel yet. */
export function unitsToShip(order: Order): number {
  return order.lines.reduce((sum, line) => sum + line.toShipQuantity, 0);
}

export function addressLines(address: Address): string[] {
  const city = [address.city, address.state, address.postalCode].filter(Boolean).join(" ");
  return [
    `${address.firstName} ${address.lastName}`.trim(),
    address.company,
    address.line1,
    address.line2,
    city,
    countryName(address.country),
  ].filter((line): line is string => Boolean(line));
}

export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(undefined, { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** A day without a time, as a time: noon is the same day in nearly every time zone. */
export function noonOf(day: string): string {
  return `${day}T12:00:00Z`;
}

/** Where a number of an order leads in the back office. */
export function orderHref(number: string): string {
  return `/orders/${number}`;
}
