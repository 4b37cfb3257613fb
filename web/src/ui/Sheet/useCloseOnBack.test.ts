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

it("removes its history entry when it is closed otherwise", async () => {
  const { unmount } = renderHook(() => useCloseOnBack(vi.fn()));
  unmount();
  await waitFor(() => expect(isMarked()).toBe(false));
  expect(window.history.state).toMatchObject({ page: 1 });
});

it("closes by Back after it was reopened at once", async () => {
  const push = vi.spyOn(window.history, "pushState");
  renderHook(() => useCloseOnBack(vi.fn())).unmount();
  // The first one's history entry is about to be removed.
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
