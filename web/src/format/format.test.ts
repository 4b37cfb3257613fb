import { afterEach, describe, expect, it } from "vitest";
import { setLanguage } from "@/messages/t";
import { calendarDay, date, timeLeft } from "./date";
import { exact, minorUnits, parseAmount, price, typedAmount } from "./money";
import { number } from "./number";

afterEach(() => setLanguage("en-US", {}));

describe("money", () => {
  it("shows list prices without empty decimals", () => {
    expect(price({ amount: 5900, currency: "USD" })).toBe("$59");
    expect(price({ amount: 5950, currency: "USD" })).toBe("$59.50");
  });

  it("shows totals with all decimals", () => {
    expect(exact({ amount: 129900, currency: "USD" })).toBe("$1,299.00");
  });

  it("supports currencies with other minor units", () => {
    expect(minorUnits("JPY")).toBe(1);
    expect(exact({ amount: 1500, currency: "JPY" })).toBe("¥1,500");
    expect(minorUnits("KWD")).toBe(1000);
    expect(exact({ amount: 1_234_567_895, currency: "KWD" })).toBe("KWD\u00a01,234,567.895");
    expect(price({ amount: 1_234_567_890, currency: "KWD" })).toBe("KWD\u00a01,234,567.890");
    expect(price({ amount: 99_000, currency: "KWD" })).toBe("KWD\u00a099");
    expect(price({ amount: 123_456_789, currency: "USD" })).toBe("$1,234,567.89");
    expect(price({ amount: 1_234_567, currency: "JPY" })).toBe("¥1,234,567");
    expect(parseAmount("1.25", "KWD")).toBe(1250);
  });

  it("parses typed amounts and rejects invalid ones", () => {
    expect(parseAmount("$1,299.5", "USD")).toBe(129950);
    expect(parseAmount("40", "JPY")).toBe(40);
    expect(parseAmount("", "USD")).toBeNull();
    expect(parseAmount("ten", "USD")).toBeNull();
    expect(parseAmount("1.2.3", "USD")).toBeNull();
  });

  it("formats an amount as it is parsed", () => {
    for (const locale of ["en-US", "de-DE", "fr-FR"]) {
      setLanguage(locale, {});
      for (const [amount, currency] of [
        [1_234_567_895, "KWD"],
        [129_950, "EUR"],
        [40, "JPY"],
      ] as const) {
        expect(parseAmount(typedAmount(amount, currency), currency)).toBe(amount);
      }
    }
  });

  it("parses amounts in the locale's format", () => {
    setLanguage("de-DE", {});
    expect(parseAmount("1.299,5 €", "EUR")).toBe(129950);
    expect(parseAmount("1,2,3", "EUR")).toBeNull();
  });
});

it("dates, numbers and money follow the locale", () => {
  setLanguage("de-DE", {});
  expect(date("2026-03-09T12:00:00Z")).toBe("9. März 2026");
  expect(number(1234567)).toBe("1.234.567");
  expect(exact({ amount: 129900, currency: "EUR" })).toBe("1.299,00\u00a0€");
});

describe("dates", () => {
  it("are in US English short format", () => {
    expect(date("2026-03-09T12:00:00.000Z")).toBe("Mar 9, 2026");
  });

  it("do not shift calendar days", () => {
    expect(calendarDay("1990-01-01")).toBe("Jan 1, 1990");
  });

  it("count down to zero", () => {
    const now = Date.parse("2026-11-21T00:00:00Z");
    expect(timeLeft("2026-11-23T14:36:05Z", now)).toEqual({
      days: 2,
      hours: 14,
      minutes: 36,
      seconds: 5,
    });
    expect(timeLeft("2026-11-20T00:00:00Z", now)).toEqual({
      days: 0,
      hours: 0,
      minutes: 0,
      seconds: 0,
    });
  });
});
