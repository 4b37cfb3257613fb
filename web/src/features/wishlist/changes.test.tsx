import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { resetAppState, useAppState } from "@/state/appState";
import { toggleWishlistItem } from "./changes";
import { wishlistQuery } from "./queries";

/** The requests and their bodies. */
let requests: [call: string, body: string][];

beforeEach(() => {
  requests = [];
  useAppState.setState({
    userDetails: { token: "a", refreshToken: "r", details: { id: 5 } as never },
  });
  vi.stubGlobal("fetch", async (request: Request) => {
    requests.push([`${request.method} ${new URL(request.url).pathname}`, await request.text()]);
    return Response.json({ status: true, output: [], error: null });
  });
});
afterEach(() => {
  resetAppState();
  vi.unstubAllGlobals();
});

it.each([
  [false, "POST /wishlist", '{"sku":7}'],
  [true, "DELETE /wishlist/7", ""],
])("sends the SKU and reloads the wishlist (saved: %s)", async (...given) => {
  const [isSaved, call, body] = given;
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useQuery(wishlistQuery("5")), { wrapper });
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  await act(() => toggleWishlistItem(client, { sku: 7, isSaved }));
  await waitFor(() =>
    expect(requests).toEqual([
      ["GET /wishlist", ""],
      [call, body],
      ["GET /wishlist", ""],
    ]),
  );
});
