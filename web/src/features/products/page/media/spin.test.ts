import { expect, it } from "vitest";
import { degrees, frameOfDrag, frameOfKey, nearestLoaded, turned } from "./spin";

it("turns in a circle", () => {
  expect(turned(23, 1, 24)).toBe(0);
  expect(turned(0, -1, 24)).toBe(23);
  expect(turned(0, -49, 24)).toBe(23);
  expect(degrees(6, 24)).toBe(90);
});

it("makes a full turn of a drag over the whole width", () => {
  expect(frameOfDrag(0, 100, 400, 24)).toBe(6);
  expect(frameOfDrag(0, -100, 400, 24)).toBe(18);
  expect(frameOfDrag(5, 400, 400, 24)).toBe(5);
  expect(frameOfDrag(5, 3, 0, 24)).toBe(5);
});

it("obeys the keys of a slider alone", () => {
  expect(frameOfKey("ArrowRight", 23, 24)).toBe(0);
  expect(frameOfKey("ArrowDown", 0, 24)).toBe(23);
  expect(frameOfKey("PageUp", 0, 24)).toBe(6);
  expect(frameOfKey("PageDown", 0, 24)).toBe(18);
  expect(frameOfKey("Home", 7, 24)).toBe(0);
  expect(frameOfKey("End", 7, 24)).toBe(23);
  expect(frameOfKey("Tab", 7, 24)).toBeUndefined();
});

it("shows the nearest frame that is loaded", () => {
  expect(nearestLoaded(3, new Set([0, 12]), 24)).toBe(0);
  expect(nearestLoaded(20, new Set([0, 12]), 24)).toBe(0);
  expect(nearestLoaded(3, new Set(), 24)).toBeUndefined();
});
