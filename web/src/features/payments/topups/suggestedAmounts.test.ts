import { describe, expect, it } from "vitest";
import { suggestedAmounts } from "./suggestedAmounts";

describe("suggestedAmounts", () => {
  it("are round, and at least twice the minimum", () => {
    expect(suggestedAmounts(500, 50_000)).toEqual([1000, 2500, 5000, 10_000]);
  });

  it("suit currencies without decimals", () => {
    expect(suggestedAmounts(1000, 100_000)).toEqual([2500, 5000, 10_000, 25_000]);
  });

  it("stay within the maximum", () => {
    expect(suggestedAmounts(500, 3000)).toEqual([1000, 2500]);
    expect(suggestedAmounts(500, 600)).toEqual([]);
  });
});
