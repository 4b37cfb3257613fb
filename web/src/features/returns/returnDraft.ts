import type { OrderLine, OrderReturns, ReturnInput } from "@/api/types";
import { type LineSelection, toLineQuantities } from "./lineSelection";

export type Resolution = "refund" | "exchange";
export type RefundTo = "source" | "wallet";
export type ReasonCode = NonNullable<ReturnInput["reasonCode"]>;

/** In the order in which they are offered. */
export const REASONS = [
  "too_small",
  "too_large",
  "not_as_described",
  "defective",
  "damaged",
  "wrong_item",
  "late",
  "unwanted",
  "other",
] as const satisfies readonly ReasonCode[];

/** A return request as filled in, without its lines. */
export interface ReturnDraft {
  resolution: Resolution;
  refundTo: RefundTo;
  /** SKU ids to send in exchange, by line; an empty text until one is chosen. */
  exchanges: Readonly<Record<number, string>>;
  /** Empty until one is chosen. */
  reasonCode: ReasonCode | "";
  /** In the shopper's words. */
  reason: string;
}

export const EMPTY_RETURN: ReturnDraft = {
  resolution: "refund",
  refundTo: "source",
  exchanges: {},
  reasonCode: "",
  reason: "",
};

/** Whether a selected line is to be exchanged, but not yet for what. */
export function isExchangeIncomplete(
  { resolution, exchanges }: ReturnDraft,
  selected: readonly Pick<OrderLine, "lineId">[],
): boolean {
  return resolution === "exchange" && selected.some(({ lineId }) => !exchanges[lineId]);
}

export function returnInput(
  { resolution, refundTo, exchanges, reasonCode, reason }: ReturnDraft,
  selection: LineSelection,
  { walletOnly }: Pick<OrderReturns, "walletOnly">,
): ReturnInput {
  return {
    lines: toLineQuantities(selection).map((line) => ({
      ...line,
      exchangeSkuId:
        resolution === "exchange" ? Number(exchanges[line.lineId] ?? "") || null : null,
    })),
    reasonCode: reasonCode === "" ? null : reasonCode,
    reason,
    resolution,
    refundTo: walletOnly ? "wallet" : refundTo,
  };
}
