import { afterEach, expect, test } from "vitest";
import { isTakenOver } from "./takenOver";

function button(mark?: string): HTMLElement {
  const element = document.createElement("button");
  return mark ? Object.assign(element, { [mark]: {} }) : element;
}

afterEach(() => {
  delete document.documentElement.dataset["started"];
});

test("a control of the first page is taken over once React listens, not when it is marked", () => {
  const marked = button("__reactFiber$a");
  expect(isTakenOver(marked)).toBe(false);
  document.documentElement.dataset["started"] = "";
  expect(isTakenOver(marked)).toBe(true);
});

test("a control that React has not reached is not taken over", () => {
  document.documentElement.dataset["started"] = "";
  expect(isTakenOver(button())).toBe(false);
});
