import { expect, test } from "vitest";
import { initials } from "./initials";

test.each([
  ["Ada", "Miller", null, "AM"],
  [" zoë", null, "z@example.com", "Z"],
  [null, null, "ada@example.com", "A"],
  ["👩🏽‍🌾 Ann", "Ng", null, "👩🏽‍🌾N"],
  [null, null, null, ""],
])("%s %s %s has the initials %s", (firstName, lastName, email, expected) => {
  expect(initials({ firstName, lastName, email })).toBe(expected);
});
