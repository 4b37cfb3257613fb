import type { OrderLine, OrderReturns, ReturnInput } from "@/api/types";
import { type LineSelection, toLineQuantities } from "./lineSelection";

export type Resolution = "refund" | "exchange";
export type RefundTo = "source" | "wallet";

/** A return request as filled in, without its lines. */
export interface ReturnDraft {
  resolution: Resolution;
  refundTo: RefundTo;
  /** SKU ids to send in exchange, by line; an empty text until one is chosen. */
  exchanges: Readonly<Record<number, string>>;
  reason: string;
}

export const EMPTY_RETURN: ReturnDraft = {
  resolution: "refund",
  refundTo: "source",
  exchanges: {},
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
  { resolution, refundTo, exchanges, reason }: ReturnDraft,
  selection: LineSelection,
  { walletOnly }: Pick<OrderReturns, "walletOnly">,
): ReturnInput {
  return {
    lines: toLineQuantities(selection).map((line) => ({
      ...line,
      exchangeSkuId:
        resolution === "exchange" ? Number(exchanges[line.lineId] ?? "") || null : null,
    })),
    reason,
    resolution,
    refundTo: walletOnly ? "wallet" : refundTo,
  };
}
