import type { CartItem, Quote } from "@/api/types";

export interface Gift {
  line: CartItem;
  /** Name of the discount that adds the gift. */
  name: string;
}

/** Free lines of a quote are in no cart and have no id. */
export function isGift({ id }: Pick<CartItem, "id">): boolean {
  return id === 0;
}

/** The free lines of a quote with the discounts that add them. */
export function giftsOf({ lines, gifts }: Pick<Quote, "lines" | "gifts">): Gift[] {
  return lines
    .filter(isGift)
    .map((line, index) => ({ line, name: gifts[index]?.name ?? line.title }));
}
