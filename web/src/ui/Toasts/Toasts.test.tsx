import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { showToast, useToasts } from "@/state/toasts";
import { Toasts } from "./Toasts";

const run = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toasts />);
  act(() => showToast("Added to cart", { label: "View cart", run }));
});
afterEach(() => {
  vi.useRealTimers();
  useToasts.setState({ toasts: [] });
});

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

it("announces a toast and dismisses it after a while", () => {
  expect(screen.getByRole("status")).toHaveTextContent("Added to cart");
  pass(6_000);
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

it("keeps a toast that has the focus, and dismisses it later", () => {
  const action = screen.getByRole("button", { name: "View cart" });
  fireEvent.focus(action);
  pass(20_000);
  expect(action).toBeVisible();
  fireEvent.blur(action);
  pass(6_000);
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

it("keeps a toast under the mouse", () => {
  fireEvent.pointerEnter(screen.getByText("Added to cart"), { pointerType: "mouse" });
  pass(20_000);
  expect(screen.getByRole("status")).toHaveTextContent("Added to cart");
});

it("runs its action and closes", () => {
  fireEvent.click(screen.getByRole("button", { name: "View cart" }));
  expect(run).toHaveBeenCalledOnce();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});
