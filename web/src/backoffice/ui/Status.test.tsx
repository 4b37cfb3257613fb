import { expect, it } from "vitest";
import { Status, type StatusShape } from "./Status";
import { renderPage } from "./testing";

it.each<StatusShape>(["ring", "half", "full", "late", "stopped"])(
  "shows %s as a shape of its own beside the text",
  (shape) => {
    const { container, getByText } = renderPage(
      <Status shape={shape} tone="wait" text="To pack" />,
    );
    expect(getByText("To pack")).toBeVisible();
    const drawing = container.querySelector("svg");
    expect(drawing).toHaveAttribute("data-shape", shape);
    expect(drawing).toHaveAttribute("aria-hidden", "true");
    expect(drawing?.childElementCount).toBeGreaterThan(0);
  },
);

it("draws every shape differently", () => {
  const drawings = (["ring", "half", "full", "late", "stopped"] as const).map(
    (shape) =>
      renderPage(<Status shape={shape} tone="good" text="x" />).container.querySelector("svg")
        ?.innerHTML,
  );
  expect(new Set(drawings).size).toBe(5);
});
