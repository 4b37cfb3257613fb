import { expect, it } from "vitest";
import { isLight, luminance } from "./luminance";

it("goes from black to white", () => {
  expect(luminance("#000000")).toBe(0);
  expect(luminance("#ffffff")).toBeCloseTo(1);
  expect(luminance("#808080")).toBeCloseTo(0.216, 2);
});

it("chooses a readable text colour", () => {
  expect(isLight("#efebe5")).toBe(true);
  expect(isLight("#23483c")).toBe(false);
});
