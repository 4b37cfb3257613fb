import type { DiscountKind } from "../queries";

export const KINDS: readonly DiscountKind[] = ["amount_off", "buy_x_get_y", "free_gift"];
export const KIND_NAMES = {
  amount_off: "promotions.kindAmountOff",
  buy_x_get_y: "promotions.kindBuyGet",
  free_gift: "promotions.kindGift",
} as const;
