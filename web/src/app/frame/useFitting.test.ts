import { expect, it } from "vitest";
import { countFitting } from "./useFitting";

const WIDTHS = [100, 100, 100];

it("shows all items if they fit, each with its gap", () => {
  expect(countFitting(WIDTHS, 330, 10, 60, false)).toBe(3);
});

it("leaves space for the button that replaces the rest", () => {
  expect(countFitting(WIDTHS, 329, 10, 60, false)).toBe(2);
  expect(countFitting(WIDTHS, 279, 10, 60, false)).toBe(1);
  expect(countFitting(WIDTHS, 330, 10, 60, true)).toBe(2);
});

it("shows none if not even one fits", () => {
  expect(countFitting(WIDTHS, 100, 10, 60, false)).toBe(0);
  expect(countFitting([2_000], 300, 10, 60, false)).toBe(0);
});
