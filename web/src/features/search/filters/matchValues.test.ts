import { expect, it } from "vitest";
import { matchValues } from "./matchValues";

const VALUES = ["Málaga Kiln", "Søren & Ægir", "Straße 9", "AB-X9300"].map((label) => ({
  value: label,
  label,
  count: 1,
}));

it.each([
  ["malaga", ["Málaga Kiln"]],
  ["KILN mál", ["Málaga Kiln"]],
  ["aegir soren", ["Søren & Ægir"]],
  ["strasse", ["Straße 9"]],
  ["9", ["Straße 9", "AB-X9300"]],
  ["ab-x", ["AB-X9300"]],
  ["kiln 9", []],
  ["%", []],
])("finds the labels that contain %j", (text, labels) => {
  expect(matchValues(VALUES, text).map(({ label }) => label)).toEqual(labels);
});
