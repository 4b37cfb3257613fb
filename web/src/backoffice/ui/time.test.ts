import { describe, expect, it } from "vitest";
import { dayRange } from "./table/filters";
import {
  clockTime,
  fullTime,
  longDay,
  relativeTime,
  shortDay,
  shortTime,
  startOfDay,
} from "./time";

const NEW_YORK = "America/New_York";
// 10:31 in New York, already the next day in Auckland.
const now = new Date("2026-11-23T15:31:00Z");

describe("times in the shop's zone", () => {
  it.each([
    ["2026-11-23T14:12:00Z", "Today, 9:12 AM"],
    ["2026-11-23T04:59:00Z", "Sun 11:59 PM"],
    ["2026-11-17T19:14:00Z", "Tue 2:14 PM"],
    ["2026-11-10T12:00:00Z", "Tue, Nov 10"],
    ["2026-10-01T12:00:00Z", "Oct 1"],
    ["2025-11-23T12:00:00Z", "Nov 23, 2025"],
  ])("%s is short %s", (at, text) => {
    expect(shortTime(at, NEW_YORK, now).replace(/[\u202f\u00a0]/g, " ")).toBe(text);
  });

  it("another zone has another day", () => {
    expect(shortTime("2026-11-23T10:30:00Z", "Pacific/Auckland", now)).toMatch(/^Mon/);
    expect(shortTime("2026-11-23T11:30:00Z", "Pacific/Auckland", now)).toMatch(/^Today/);
  });

  it("days, also to come", () => {
    expect(shortDay("2026-11-25T12:00:00Z", NEW_YORK, now)).toBe("Wed, Nov 25");
    expect(shortDay("2026-11-23T20:00:00Z", NEW_YORK, now)).toBe("Today");
    expect(longDay("2026-11-22T20:00:00Z", NEW_YORK, now)).toBe("Sunday, November 22");
  });

  it("clock and full", () => {
    expect(clockTime("2026-11-17T19:14:00Z", NEW_YORK)).toMatch(/^2:14\sPM$/);
    expect(fullTime("2026-11-17T19:14:00Z", NEW_YORK)).toMatch(/^Tue, Nov 17, 2026, 2:14\sPM$/);
  });

  it.each([
    ["2026-11-23T15:30:30Z", "now"],
    ["2026-11-23T15:28:00Z", "3 minutes ago"],
    ["2026-11-23T17:31:00Z", "in 2 hours"],
    ["2026-11-22T15:31:00Z", "yesterday"],
  ])("%s is %s", (at, text) => {
    expect(relativeTime(at, now).replace("this minute", "now")).toBe(text);
  });
});

describe("a range of days", () => {
  it("of the last days includes today in the shop's zone", () => {
    expect(dayRange("1d", NEW_YORK, now)).toEqual({ from: "2026-11-23", to: null });
    expect(dayRange("7d", NEW_YORK, now)).toEqual({ from: "2026-11-17", to: null });
  });

  it("is read from the address, which may contain anything", () => {
    expect(dayRange("2026-11-01..2026-11-20", NEW_YORK)).toEqual({
      from: "2026-11-01",
      to: "2026-11-20",
    });
    expect(dayRange("..2026-11-20", NEW_YORK)).toEqual({ from: null, to: "2026-11-20" });
    expect(dayRange("yesterday", NEW_YORK)).toEqual({ from: null, to: null });
  });
});

it.each([
  ["2026-11-23", "America/New_York", 0, "2026-11-23T05:00:00.000Z"],
  ["2026-11-23", "America/New_York", 1, "2026-11-24T05:00:00.000Z"],
  // Clocks go back at 2 AM of November 1, so the day has 25 hours.
  ["2026-11-01", "America/New_York", 0, "2026-11-01T04:00:00.000Z"],
  ["2026-11-01", "America/New_York", 1, "2026-11-02T05:00:00.000Z"],
  ["2026-11-23", "Pacific/Auckland", 0, "2026-11-22T11:00:00.000Z"],
  ["2026-11-23", "Asia/Kolkata", 0, "2026-11-22T18:30:00.000Z"],
])("%s in %s begins, %i days later, at %s", (day, zone, later, moment) => {
  expect(startOfDay(day, zone, later)).toBe(moment);
});
