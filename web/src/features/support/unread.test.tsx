import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Ticket, TicketSummary } from "@/api/types";
import { resetAppState, useAppState } from "@/state/appState";
import { useFinding, useReading, useUnreadTickets } from "./unread";

/** What the shop counts, and how often it was asked. */
let counted: number;
let asked: string[];
const details = (unreadTickets: number) => ({ id: 7, unreadTickets }) as never;
const ticket = (updatedAt = "2026-03-09T10:00:00Z") => ({ ticketId: "ST-1", updatedAt }) as Ticket;
const list = (unread: number, total: number, shown = total) => ({
  items: Array.from({ length: shown }, (_, n) => ({ unread: n < unread }) as TicketSummary),
  total,
});

beforeEach(() => {
  counted = 0;
  asked = [];
  vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("fetch", (request: Request) => {
    asked.push(new URL(request.url).pathname);
    return Promise.resolve(
      counted < 0
        ? Response.json({ status: false, output: null, error: null }, { status: 503 })
        : Response.json({ status: true, output: details(counted), error: null }),
    );
  });
});
afterEach(() => {
  resetAppState();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function shows(before: number, use: () => void): { current: number } {
  useAppState.setState({
    userDetails: { token: "t", refreshToken: "r", details: details(before) },
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  // As the application derives its state from the cache.
  client.getQueryCache().subscribe(({ query }) => {
    const { userDetails } = useAppState.getState();
    const loaded = query.state.data as object | undefined;
    if (userDetails && loaded) {
      useAppState.setState({ userDetails: { ...userDetails, details: loaded as never } });
    }
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => (use(), useUnreadTickets()), { wrapper });
  return result;
}

describe("the count of unread answers", () => {
  it("goes down when a ticket is looked at", async () => {
    counted = 1;
    const count = shows(2, () => useReading(ticket()));
    await waitFor(() => expect(count.current).toBe(1));
    expect(asked).toEqual(["/customer"]);
  });

  it("is not asked for where nothing is unread, nor before the ticket is there", () => {
    shows(0, () => useReading(ticket()));
    shows(2, () => useReading(undefined));
    expect(asked).toEqual([]);
  });

  it("stays as it was where the shop does not answer", async () => {
    counted = -1;
    const count = shows(2, () => useReading(ticket()));
    await waitFor(() => expect(console.error).toHaveBeenCalled());
    expect(count.current).toBe(2);
  });

  it.each([
    ["more than is counted", list(2, 60, 24), 2],
    ["fewer, and there are no more", list(0, 3), 0],
  ])("is put right by a list that shows %s", async (_, found, now) => {
    counted = now;
    const count = shows(1, () => useFinding(found));
    await waitFor(() => expect(count.current).toBe(now));
  });

  it.each([
    ["as many", list(1, 3)],
    ["fewer of many pages", list(0, 60, 24)],
    ["nothing yet", undefined],
  ])("is not asked for where a list shows %s", (_, found) => {
    shows(1, () => useFinding(found));
    expect(asked).toEqual([]);
  });
});
