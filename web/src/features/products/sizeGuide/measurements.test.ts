import { afterEach, describe, expect, it } from "vitest";
import { setLanguage } from "@/messages/t";
import { formatMeasurement, isLengthUnit } from "./measurements";

afterEach(() => setLanguage("en-US", {}));

describe("formatMeasurement", () => {
  it.each([
    ["40", "cm", "cm", "40"],
    ["8.25", "cm", "cm", "8.25"],
    ["40", "cm", "in", "15.7"],
    ["38-42", "cm", "in", "15–16.5"],
    ["15 – 16", "in", "cm", "38.1–40.6"],
    ["", "cm", "in", ""],
  ] as const)("converts %s from %s to %s: %s", (text, from, to, expected) => {
    expect(formatMeasurement(text, from, to)).toBe(expected);
  });

  it("uses the number format of the language", () => {
    setLanguage("de-DE", {});
    expect(formatMeasurement("8.5", "cm", "cm")).toBe("8,5");
  });
});

describe("isLengthUnit", () => {
  it("accepts centimetres and inches alone", () => {
    expect(["cm", "in", "mm", null].map(isLengthUnit)).toEqual([true, true, false, false]);
  });
});
