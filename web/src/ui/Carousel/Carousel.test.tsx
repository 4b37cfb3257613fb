import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TenCards } from "./Carousel.stories";

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** jsdom has no layout: the row is 300 of 1000 pixels wide. */
function scrollTo(row: HTMLElement, scrollLeft: number) {
  Object.defineProperties(row, {
    clientWidth: { value: 300, configurable: true },
    scrollWidth: { value: 1000, configurable: true },
    scrollLeft: { value: scrollLeft, configurable: true },
  });
  fireEvent.scroll(row);
}

it("has a button for each direction that it can scroll in", () => {
  render(<TenCards />);
  const row = screen.getByRole("group", { name: "New this week" });
  scrollTo(row, 0);
  expect(screen.queryByRole("button", { name: "Previous" })).toBeNull();
  expect(screen.getByRole("button", { name: "Next" })).toBeVisible();
  scrollTo(row, 350);
  expect(screen.getAllByRole("button")).toHaveLength(2);
  scrollTo(row, 700);
  expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
});

it("scrolls by 90 % of its width, and by keyboard as a focusable region", () => {
  render(<TenCards />);
  const row = screen.getByRole("group", { name: "New this week" });
  const scrollBy = vi.fn();
  row.scrollBy = scrollBy;
  scrollTo(row, 350);
  fireEvent.click(screen.getByRole("button", { name: "Previous" }));
  expect(scrollBy).toHaveBeenCalledWith(expect.objectContaining({ left: -270 }));
  expect(row).toHaveAttribute("tabindex", "0");
});

it("keeps a button at the end of the row while it has the focus", () => {
  render(<TenCards />);
  const row = screen.getByRole("group", { name: "New this week" });
  scrollTo(row, 350);
  const next = screen.getByRole("button", { name: "Next" });
  act(() => next.focus());
  scrollTo(row, 700);
  expect(next).toHaveFocus();
  expect(next).toHaveAttribute("aria-disabled", "true");
  act(() => next.blur());
  expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
});
