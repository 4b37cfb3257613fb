import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readAnswers, refreshIfOld, repeatEarlyInput } from "./renderedPage";

const NOW = 1_800_000_000_000;

beforeEach(() => {
  vi.spyOn(Date, "now").mockReturnValue(NOW);
});
afterEach(() => {
  document.body.innerHTML = "";
  vi.restoreAllMocks();
});

it("reads the answers in the document; there are none in one that was not rendered", () => {
  expect(readAnswers()).toEqual({});
  document.body.innerHTML =
    '<script type="application/json" id="answers">{"/api/faqs":{"body":{"output":"\\u003cb>"}}}</script>';
  expect(readAnswers()).toEqual({ "/api/faqs": { body: { output: "<b>" } } });
});

it.each([
  ["a stale page", "stale", NOW, 1],
  ["a page that a CDN has stored", "cached", NOW - 60_000, 1],
  ["a page of a server whose clock is ahead", "cached", NOW + 60_000, 1],
  ["a current page", "cached", NOW - 300, 0],
])("loads the data of %s again", (_, description, sent, times) => {
  const timings = [
    { name: "page", description, duration: 0 },
    { name: "sent", description: "", duration: sent },
  ];
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([
    { serverTiming: timings } as unknown as PerformanceEntry,
  ]);
  const queryClient = new QueryClient();
  const invalidate = vi.spyOn(queryClient, "invalidateQueries");
  refreshIfOld(queryClient);
  expect(invalidate).toHaveBeenCalledTimes(times);
});

it("loads nothing again where the browser tells no timings", () => {
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([]);
  const queryClient = new QueryClient();
  const invalidate = vi.spyOn(queryClient, "invalidateQueries");
  refreshIfOld(queryClient);
  expect(invalidate).not.toHaveBeenCalled();
});

it("repeats nothing without the script that notes early input", () => {
  expect(repeatEarlyInput).not.toThrow();
});
