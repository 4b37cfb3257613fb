import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useCloseOnBack } from "./useCloseOnBack";

const isMarked = () => (window.history.state as { sheet?: true } | null)?.sheet === true;

beforeEach(() => window.history.pushState({ page: 1 }, "", "/list"));
afterEach(() => waitFor(() => expect(isMarked()).toBe(false)));

it("closes by Back, which stays on the page", async () => {
  const close = vi.fn();
  const { unmount } = renderHook(() => useCloseOnBack(close));
  expect(isMarked()).toBe(true);
  window.history.back();
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(window.location.pathname).toBe("/list");
  unmount();
});

it("leaves its entry when it is closed otherwise", async () => {
  const { unmount } = renderHook(() => useCloseOnBack(vi.fn()));
  unmount();
  await waitFor(() => expect(isMarked()).toBe(false));
  expect(window.history.state).toMatchObject({ page: 1 });
});

it("closes by Back also where it was opened again at once", async () => {
  const push = vi.spyOn(window.history, "pushState");
  renderHook(() => useCloseOnBack(vi.fn())).unmount();
  // The entry of the first is about to be left.
  await Promise.resolve();
  const close = vi.fn();
  const { unmount } = renderHook(() => useCloseOnBack(close));
  await waitFor(() => expect(push).toHaveBeenCalledTimes(2));
  window.history.back();
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(window.location.pathname).toBe("/list");
  unmount();
  push.mockRestore();
});
