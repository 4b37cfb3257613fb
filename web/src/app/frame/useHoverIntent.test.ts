import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useHoverIntent } from "./useHoverIntent";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

it("opens when the pointer has rested for 300 ms, and closes 250 ms after it left", () => {
  const { result } = renderHook(() => useHoverIntent<string>());
  result.current.rest("table");
  pass(299);
  expect(result.current.open).toBeNull();
  pass(1);
  expect(result.current.open).toBe("table");
  result.current.leave();
  pass(249);
  expect(result.current.open).toBe("table");
  pass(1);
  expect(result.current.open).toBeNull();
});

it("does not open for a pointer that only passes by", () => {
  const { result } = renderHook(() => useHoverIntent<string>());
  result.current.rest("table");
  pass(200);
  result.current.leave();
  pass(1000);
  expect(result.current.open).toBeNull();
});

it("stays open while the pointer comes back in time", () => {
  const { result } = renderHook(() => useHoverIntent<string>());
  act(() => result.current.show("table"));
  result.current.leave();
  pass(200);
  result.current.stay();
  pass(1000);
  expect(result.current.open).toBe("table");
});

it("opens and closes at once by keyboard, whatever the pointer was about to do", () => {
  const { result } = renderHook(() => useHoverIntent<string>());
  result.current.rest("table");
  act(() => result.current.show("kitchen"));
  pass(1000);
  expect(result.current.open).toBe("kitchen");
  act(() => result.current.show(null));
  expect(result.current.open).toBeNull();
});
