import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Countdown } from "./Countdown";

const NOW = Date.parse("2026-03-09T12:00:00Z");
const after = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(NOW);
});
afterEach(() => {
  vi.useRealTimers();
});

it("counts seconds down and disappears at the end", () => {
  const { container } = render(<Countdown until={after(3)} />);
  pass(1);
  expect(screen.getByRole("timer")).toHaveTextContent(/00.*00.*03/);
  pass(2000);
  expect(screen.getByRole("timer")).toHaveTextContent(/00.*00.*01/);
  pass(3000);
  expect(container).toBeEmptyDOMElement();
});

it("shows days instead of seconds while there are any", () => {
  render(<Countdown until={after(2 * 86_400 + 3 * 3_600 + 60)} />);
  pass(1);
  expect(screen.getByRole("timer")).toHaveTextContent(/^02 days\s*03 hours/i);
});
