import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Ticket, TicketSummary } from "@/api/types";
import { resetAppState, useAppState } from "@/state/appState";
import { useCorrectUnreadCount, useMarkTicketRead } from "./unreadCount";
import { useUnreadTickets } from "./unreadTickets";

/** The server's count, and the paths that were requested. */
let serverCount: number;
let requests: string[];
const details = (unreadTickets: number) => ({ id: 7, unreadTickets }) as never;
const ticket = (updatedAt = "2026-03-09T10:00:00Z") => ({ ticketId: "ST-1", updatedAt }) as Ticket;
const list = (unread: number, total: number, shown = total) => ({
  items: Array.from({ length: shown }, (_, n) => ({ unread: n < unread }) as TicketSummary),
  total,
});

beforeEach(() => {
  serverCount = 0;
  requests = [];
  vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("fetch", (request: Request) => {
    requests.push(new URL(request.url).pathname);
    return Promise.resolve(
      serverCount < 0
        ? Response.json({ status: false, output: null, error: null }, { status: 503 })
        : Response.json({ status: true, output: details(serverCount), error: null }),
    );
  });
});
afterEach(() => {
  resetAppState();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function renderCount(before: number, use: () => void): { current: number } {
  useAppState.setState({
    userDetails: { token: "t", refreshToken: "r", details: details(before) },
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  // The application derives its state from the cache in the same way.
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
  it("goes down when a ticket is opened", async () => {
    serverCount = 1;
    const count = renderCount(2, () => useMarkTicketRead(ticket()));
    await waitFor(() => expect(count.current).toBe(1));
    expect(requests).toEqual(["/customer"]);
  });

  it("is not reloaded when nothing is unread, nor before the ticket is loaded", () => {
    renderCount(0, () => useMarkTicketRead(ticket()));
    renderCount(2, () => useMarkTicketRead(undefined));
    expect(requests).toEqual([]);
  });

  it("stays the same when the server does not answer", async () => {
    serverCount = -1;
    const count = renderCount(2, () => useMarkTicketRead(ticket()));
    await waitFor(() => expect(console.error).toHaveBeenCalled());
    expect(count.current).toBe(2);
  });

  it.each([
    ["more than are counted", list(2, 60, 24), 2],
    ["fewer, on its only page", list(0, 3), 0],
  ])("is corrected by a list that shows %s", async (_, found, now) => {
    serverCount = now;
    const count = renderCount(1, () => useCorrectUnreadCount(found));
    await waitFor(() => expect(count.current).toBe(now));
  });

  it.each([
    ["as many", list(1, 3)],
    ["fewer of many pages", list(0, 60, 24)],
    ["nothing yet", undefined],
  ])("is not reloaded when a list shows %s", (_, found) => {
    renderCount(1, () => useCorrectUnreadCount(found));
    expect(requests).toEqual([]);
  });
});
