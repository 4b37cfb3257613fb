import { describe, expect, it } from "vitest";
import type { OrderDetails, OrderSummary, Parcel } from "@/api/types";
import { expectedArrival, trackingLink, trackingSummary, unshippedCount } from "./tracking";

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
  it("shows when it arrives and what is missing, while in transit", () => {
    expect(trackingSummary(listed(4, {}))).toEqual(["Arrives by Nov 28, 2026"]);
    expect(trackingSummary(listed(5, { deliveredCount: 1, arrivesBy: null as never }))).toEqual([
      "1 of 2 parcels delivered",
    ]);
    expect(trackingSummary(listed(4, { unshippedQuantity: 1 }))).toEqual([
      "Arrives by Nov 28, 2026",
      "1 item still to be shipped",
    ]);
    expect(trackingSummary(listed(4, null))).toEqual([]);
    expect(trackingSummary(listed(6, { deliveredCount: 2 }))).toEqual([]);
    expect(trackingSummary(listed(9, {}))).toEqual([]);
  });

  it("arrives with the last parcel in transit", () => {
    expect(expectedArrival([])).toBeNull();
    expect(expectedArrival([parcel(null)])).toBeNull();
    expect(
      expectedArrival([
        parcel("2026-12-01"),
        parcel("2026-11-28"),
        parcel("2026-12-24", "2026-12-01T10:00:00Z"),
      ]),
    ).toBe("2026-12-01");
  });

  it("counts units that are in no parcel and not cancelled", () => {
    const lines = [{ quantity: 5, cancelledQuantity: 1 }] as unknown as OrderDetails["lines"];
    expect(unshippedCount({ lines, parcels: [] })).toBe(4);
    expect(unshippedCount({ lines, parcels: [parcel(null), parcel(null)] })).toBe(0);
  });

  it("has a section on the order's page", () => {
    expect(trackingLink("SO-7K2M-9QXD")).toBe("/order-detail/SO-7K2M-9QXD#tracking");
  });
});
