import { afterEach, describe, expect, it } from "vitest";
import { speak } from "@/messages/t";
import { isUnit, measurement } from "./measurements";

afterEach(() => speak("en-US", {}));

describe("a measurement", () => {
  it.each([
    ["40", "cm", "cm", "40"],
    ["8.25", "cm", "cm", "8.25"],
    ["40", "cm", "in", "15.7"],
    ["38-42", "cm", "in", "15–16.5"],
    ["15 – 16", "in", "cm", "38.1–40.6"],
    ["", "cm", "in", ""],
  ] as const)("of %s %s is in %s: %s", (text, from, to, told) => {
    expect(measurement(text, from, to)).toBe(told);
  });

  it("is told in the digits of the language", () => {
    speak("de-DE", {});
    expect(measurement("8.5", "cm", "cm")).toBe("8,5");
  });

  it("has one of two units", () => {
    expect(["cm", "in", "mm", null].map(isUnit)).toEqual([true, true, false, false]);
  });
});
