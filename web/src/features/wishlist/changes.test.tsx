import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { resetAppState, useAppState } from "@/state/appState";
import { useWishChange } from "./changes";
import { wishlistQuery } from "./queries";

/** Calls that reached the shop, with their bodies. */
let asked: [call: string, body: string][];

beforeEach(() => {
  asked = [];
  useAppState.setState({
    userDetails: { token: "a", refreshToken: "r", details: { id: 5 } as never },
  });
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push([`${request.method} ${new URL(request.url).pathname}`, await request.text()]);
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
])("a change carries its SKU, and the list is loaded again (saved: %s)", async (...given) => {
  const [wished, call, body] = given;
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => ({ list: useQuery(wishlistQuery("5")), change: useWishChange() }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true));
  act(() => result.current.change.mutate({ sku: 7, wished }));
  await waitFor(() =>
    expect(asked).toEqual([
      ["GET /wishlist", ""],
      [call, body],
      ["GET /wishlist", ""],
    ]),
  );
});
