import { afterEach, describe, expect, it } from "vitest";
import { setLanguage } from "@/messages/t";
import { isoDay, monthBeside, parseDay, typedDay, weeksOf, yearsAround } from "./calendar";

afterEach(() => setLanguage("en-US", {}));

describe("calendar days", () => {
  it.each([
    ["03/09/1990", "1990-03-09"],
    ["3/9/1990", "1990-03-09"],
    ["02/29/2024", "2024-02-29"],
    ["02/29/2023", null],
    ["13/01/2000", null],
    ["1990-03-09", null],
    ["", null],
  ])("reads %j as %s", (typed, day) => {
    expect(parseDay(typed)).toBe(day);
  });

  it("shows a day as it is typed", () => {
    expect(typedDay("1990-03-09")).toBe("03/09/1990");
    expect(isoDay({ year: 1990, month: 2 }, 9)).toBe("1990-03-09");
  });

  it("are read and shown in the locale's order", () => {
    setLanguage("de-DE", {});
    expect(parseDay("9.3.1990")).toBe("1990-03-09");
    expect(typedDay("1990-03-09")).toBe("09.03.1990");
    setLanguage("sv-SE", {});
    expect(parseDay("1990-03-09")).toBe("1990-03-09");
  });

  it("lays out a month from Sunday on", () => {
    const weeks = weeksOf({ year: 2026, month: 10 });
    expect(weeks[0]).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(weeks.at(-1)).toEqual([29, 30, null, null, null, null, null]);
  });

  it("turns the year with the month", () => {
    expect(monthBeside({ year: 2026, month: 11 }, 1)).toEqual({ year: 2027, month: 0 });
    expect(monthBeside({ year: 2026, month: 0 }, -1)).toEqual({ year: 2025, month: 11 });
  });

  it("offers a hundred years back and fifty-two ahead, unless there are bounds", () => {
    const years = yearsAround(2026);
    expect(years[0]).toBe(2078);
    expect(years.at(-1)).toBe(1926);
    expect(yearsAround(2026, "2020-01-01", "2022-12-31")).toEqual([2022, 2021, 2020]);
  });
});
