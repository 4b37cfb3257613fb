import { expect, it } from "vitest";
import { CLOSE_UP, fitted, MAX_SCALE, moved, WHOLE, zoomed } from "./zoom";

const FRAME = { width: 1000, height: 500 };
const PICTURE = { width: 800, height: 1000 };

it("fits a picture into the frame", () => {
  expect(fitted(FRAME, PICTURE)).toEqual({ width: 400, height: 500 });
  expect(fitted(FRAME, { width: 400, height: 100 })).toEqual({ width: 1000, height: 250 });
});

it("zooms around a point", () => {
  const view = zoomed(WHOLE, 4, { x: 100, y: 100 }, FRAME, PICTURE);
  expect(view).toEqual({ scale: 4, centre: { x: -300, y: -300 } });
  const back = zoomed(view, 2, { x: 100, y: 100 }, FRAME, PICTURE);
  expect(back.scale).toBe(2);
  expect(back.centre.x).toBeCloseTo(0);
  expect(back.centre.y).toBe(-100);
});

it("never shows less than the whole picture, nor more than its details", () => {
  expect(zoomed(WHOLE, 0.2, { x: 9, y: 9 }, FRAME, PICTURE)).toEqual(WHOLE);
  expect(zoomed(WHOLE, 99, { x: 0, y: 0 }, FRAME, PICTURE).scale).toBe(MAX_SCALE);
});

it("moves a picture until its edge", () => {
  const view = zoomed(WHOLE, CLOSE_UP, { x: 0, y: 0 }, FRAME, PICTURE);
  // The picture is exactly as wide as the frame, and 1,250 pixels high.
  const shown = moved(view, { x: 900, y: -900 }, FRAME, PICTURE);
  expect(shown.centre.x).toBe(0);
  expect(shown.centre.y).toBe(-375);
});

it("does not move a whole picture", () => {
  expect(moved(WHOLE, { x: 50, y: 50 }, FRAME, PICTURE)).toEqual(WHOLE);
});
