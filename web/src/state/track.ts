import type { Money } from "@/api/types";
import { minorUnits } from "@/format/money";
import { useVisitedPages } from "./visitedPages";

/** A product in an event; `item_id` is the SKU id, as in the shop's Google Merchant feed. */
export interface TrackedItem {
  item_id: string;
  item_name: string;
  /** The chosen options, such as "Moss, Large". */
  item_variant?: string;
  item_brand?: string;
  price: number;
  quantity: number;
}

interface Ecommerce {
  currency: string;
  /** In major units, such as dollars. */
  value: number;
  items: TrackedItem[];
}

interface Purchase extends Ecommerce {
  transaction_id: string;
  tax: number;
  shipping: number;
}

/** The analytics events, with the field names of Google Analytics 4. */
interface Events {
  page_view: { page_path: string; page_location: string };
  view_item: { ecommerce: Ecommerce };
  add_to_cart: { ecommerce: Ecommerce };
  begin_checkout: { ecommerce: Ecommerce };
  purchase: { ecommerce: Purchase };
}

/**
 * Appends an event to `window.dataLayer`, with the names of the current and the previous route. Does
 * nothing unless the operator has set up `dataLayer`.
 */
export function track<Name extends keyof Events>(event: Name, properties: Events[Name]): void {
  if (typeof window === "undefined") return;
  const { dataLayer } = window as { dataLayer?: unknown };
  if (!Array.isArray(dataLayer)) return;
  const { current } = useVisitedPages.getState();
  dataLayer.push({
    event,
    ...properties,
    route_name: current?.name ?? null,
    previous_route_name: current?.previousRouteName ?? null,
  });
}

interface Sold {
  skuId: number;
  title: string;
  options: readonly { value: string }[];
  price: Money;
}

export function toMajorUnits({ amount, currency }: Money): number {
  return amount / minorUnits(currency);
}

export function toTrackedItem(
  { skuId, title, options, price }: Sold,
  quantity: number,
  brand?: string,
): TrackedItem {
  return {
    item_id: String(skuId),
    item_name: title,
    ...(options.length === 0 ? {} : { item_variant: options.map(({ value }) => value).join(", ") }),
    ...(brand === undefined ? {} : { item_brand: brand }),
    price: toMajorUnits(price),
    quantity,
  };
}
