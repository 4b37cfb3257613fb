import { describe, expect, it } from "vitest";
import type { OrderDetails, OrderSummary, Parcel } from "@/api/types";
import { arrivalOf, trackingLink, trackingWords, unshippedOf } from "./tracking";

const tracking = {
  parcelCount: 2,
  deliveredCount: 0,
  unshippedQuantity: 0,
  arrivesBy: "2026-11-28",
  carrier: null,
  trackingUrl: null,
};

function listed(status: number, changes: Partial<typeof tracking> | null): OrderSummary {
  return {
    status,
    tracking: changes && { ...tracking, ...changes },
  } as unknown as OrderSummary;
}

function parcel(arrivesBy: string | null, deliveredAt: string | null = null): Parcel {
  return { arrivesBy, deliveredAt, lines: [{ lineId: 1, quantity: 2 }] } as unknown as Parcel;
}

describe("the tracking of an order", () => {
  it("says when it arrives and what of it, while it is under way", () => {
    expect(trackingWords(listed(4, {}))).toEqual(["Arrives by Nov 28, 2026"]);
    expect(trackingWords(listed(5, { deliveredCount: 1, arrivesBy: null as never }))).toEqual([
      "1 of 2 parcels delivered",
    ]);
    expect(trackingWords(listed(4, { unshippedQuantity: 1 }))).toEqual([
      "Arrives by Nov 28, 2026",
      "1 item still to be shipped",
    ]);
    expect(trackingWords(listed(4, null))).toEqual([]);
    expect(trackingWords(listed(6, { deliveredCount: 2 }))).toEqual([]);
    expect(trackingWords(listed(9, {}))).toEqual([]);
  });

  it("arrives with the last parcel that has not", () => {
    expect(arrivalOf([])).toBeNull();
    expect(arrivalOf([parcel(null)])).toBeNull();
    expect(
      arrivalOf([
        parcel("2026-12-01"),
        parcel("2026-11-28"),
        parcel("2026-12-24", "2026-12-01T10:00:00Z"),
      ]),
    ).toBe("2026-12-01");
  });

  it("counts what no parcel has, without what was cancelled", () => {
    const lines = [{ quantity: 5, cancelledQuantity: 1 }] as unknown as OrderDetails["lines"];
    expect(unshippedOf({ lines, parcels: [] })).toBe(4);
    expect(unshippedOf({ lines, parcels: [parcel(null), parcel(null)] })).toBe(0);
  });

  it("has a place on the order's page", () => {
    expect(trackingLink("SO-7K2M-9QXD")).toBe("/order-detail/SO-7K2M-9QXD#tracking");
  });
});
