import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { OrderLine } from "@/api/types";
import {
  describeSelection,
  hasValidQuantities,
  isWholeOrder,
  remainingQuantity,
  toLineQuantities,
  useLineSelection,
  withLine,
} from "./lineSelection";
import { EMPTY_RETURN, isExchangeIncomplete, returnInput } from "./returnDraft";

const line = (lineId: number, quantity: number, changes: Partial<OrderLine> = {}) =>
  ({
    lineId,
    quantity,
    cancelledQuantity: 0,
    returnedQuantity: 0,
    title: `Product ${lineId}`,
    ...changes,
  }) as OrderLine;

const bowls = line(1, 3, { title: "Moss bowl", cancelledQuantity: 1 });
const vase = line(2, 1, { title: "Vase" });

describe("a selection of lines", () => {
  it("can select what is neither cancelled nor returned", () => {
    expect(remainingQuantity(bowls)).toBe(2);
    expect(remainingQuantity(line(3, 2, { returnedQuantity: 2 }))).toBe(0);
  });

  it("changes and deselects one line", () => {
    const both = withLine(withLine({}, 1, 2), 2, 1);
    expect(both).toEqual({ 1: 2, 2: 1 });
    expect(withLine(both, 1, 1)).toEqual({ 1: 1, 2: 1 });
    expect(withLine(both, 1, 0)).toEqual({ 2: 1 });
  });

  it("is sent without invalid quantities", () => {
    const invalid = withLine({ 2: 1 }, 1, null);
    expect(hasValidQuantities(invalid)).toBe(false);
    expect(hasValidQuantities({ 2: 1 })).toBe(true);
    expect(toLineQuantities(invalid)).toEqual([{ lineId: 2, quantity: 1 }]);
  });

  it("is the whole order when nothing remains", () => {
    expect(isWholeOrder({ 1: 2, 2: 1 }, [bowls, vase])).toBe(true);
    expect(isWholeOrder({ 1: 1, 2: 1 }, [bowls, vase])).toBe(false);
    expect(isWholeOrder({ 1: 2 }, [bowls, vase])).toBe(false);
  });

  it("is described by quantities and titles", () => {
    expect(describeSelection({ 2: 1, 1: 2 }, [bowls, vase])).toBe("2 × Moss bowl, 1 × Vase");
    expect(describeSelection({}, [bowls, vase])).toBe("");
  });

  it("must not be empty, and reports that until a line is selected", () => {
    const { result } = renderHook(() => useLineSelection([bowls, vase], remainingQuantity));
    let isValid = true;
    act(() => {
      isValid = result.current.validate();
    });
    expect(isValid).toBe(false);
    expect(result.current.problem).toBe("Choose at least one item.");
    act(() => result.current.select({ 1: null }));
    expect(result.current.problem).toBeUndefined();
    act(() => {
      isValid = result.current.validate();
    });
    expect(isValid).toBe(false);
    act(() => result.current.select({ 1: 2 }));
    act(() => {
      isValid = result.current.validate();
    });
    expect(isValid).toBe(true);
  });
});

describe("a return request", () => {
  const exchange = { ...EMPTY_RETURN, resolution: "exchange", exchanges: { 1: "77" } } as const;

  it("is incomplete until each selected line has an exchange", () => {
    expect(isExchangeIncomplete(exchange, [bowls])).toBe(false);
    expect(isExchangeIncomplete(exchange, [bowls, vase])).toBe(true);
    expect(isExchangeIncomplete({ ...exchange, resolution: "refund" }, [vase])).toBe(false);
  });

  it("names the SKU for each line only in an exchange", () => {
    const both = { 1: 2, 2: 1 };
    expect(returnInput(exchange, both, { walletOnly: false }).lines).toEqual([
      { lineId: 1, quantity: 2, exchangeSkuId: 77 },
      { lineId: 2, quantity: 1, exchangeSkuId: null },
    ]);
    const refund = { ...exchange, resolution: "refund" } as const;
    expect(returnInput(refund, { 1: 2 }, { walletOnly: false }).lines).toEqual([
      { lineId: 1, quantity: 2, exchangeSkuId: null },
    ]);
  });

  it("refunds to the wallet when nothing else is possible", () => {
    expect(returnInput(EMPTY_RETURN, { 1: 1 }, { walletOnly: true }).refundTo).toBe("wallet");
    expect(returnInput(EMPTY_RETURN, { 1: 1 }, { walletOnly: false }).refundTo).toBe("source");
  });
});
