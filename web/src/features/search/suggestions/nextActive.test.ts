import { expect, it } from "vitest";
import { nextActive } from "./nextActive";

it.each([
  [-1, 1, 3, 0],
  [0, 1, 3, 1],
  [2, 1, 3, -1],
  [-1, -1, 3, 2],
  [0, -1, 3, -1],
  [-1, 1, 0, -1],
] as const)("from %i by %i among %i suggestions is %i", (active, step, count, expected) => {
  expect(nextActive(active, step, count)).toBe(expected);
});
