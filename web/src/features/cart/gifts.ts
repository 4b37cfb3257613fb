import type { CartItem, Quote } from "@/api/types";

export interface Gift {
  line: CartItem;
  /** Of the discount that adds it. */
  name: string;
}

/** A quote's free lines stand in no cart, so they have no id of their own. */
export function isGift({ id }: Pick<CartItem, "id">): boolean {
  return id === 0;
}

/** What discounts add to what is bought. */
export function giftsOf({ lines, gifts }: Pick<Quote, "lines" | "gifts">): Gift[] {
  return lines
    .filter(isGift)
    .map((line, place) => ({ line, name: gifts[place]?.name ?? line.title }));
}
