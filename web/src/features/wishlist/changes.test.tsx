import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { resetAppState, useAppState } from "@/state/appState";
import { useToasts } from "@/state/toasts";
import { useWishlistCount, wishlistQuery } from "./queries";
import { useSaveToWishlist } from "./useSaveToWishlist";

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
  const { result } = renderHook(
    () => ({ list: useQuery(wishlistQuery("5")), save: useSaveToWishlist() }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true));
  act(() => result.current.save(7, !isSaved));
  await waitFor(() =>
    expect(requests).toEqual([
      ["GET /wishlist", ""],
      [call, body],
      ["GET /wishlist", ""],
    ]),
  );
});

it("shows a change at once, ends in the last of several, and takes back one that fails", async () => {
  const card = { skuId: 7, productId: 1 };
  let stored: object[] = [];
  let isFailing = false;
  let respond: () => void = () => undefined;
  vi.stubGlobal("fetch", async (request: Request) => {
    requests.push([`${request.method} ${new URL(request.url).pathname}`, ""]);
    if (request.method !== "GET") {
      await new Promise<void>((resolve) => (respond = resolve));
      if (isFailing) throw new TypeError("Failed to fetch");
      stored = request.method === "POST" ? [card] : [];
    }
    return Response.json({ status: true, output: stored, error: null });
  });
  const client = new QueryClient();
  const { result } = renderHook(() => ({ count: useWishlistCount(), save: useSaveToWishlist() }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  await waitFor(() => expect(result.current.count).toBe(0));
  act(() => result.current.save(7, true));
  expect(result.current.count).toBe(1);
  await waitFor(() => expect(requests).toHaveLength(2));
  for (const isSaved of [false, true, false]) act(() => result.current.save(7, isSaved));
  expect(result.current.count).toBe(0);
  respond();
  await waitFor(() => expect(requests.at(-1)?.[0]).toBe("DELETE /wishlist/7"));
  expect(result.current.count).toBe(0);
  respond();
  await waitFor(() => expect(requests.map(([call]) => call).at(-1)).toBe("GET /wishlist"));
  expect(requests.filter(([call]) => call === "POST /wishlist")).toHaveLength(1);
  expect(result.current.count).toBe(0);

  isFailing = true;
  act(() => result.current.save(7, true));
  expect(result.current.count).toBe(1);
  await waitFor(() => expect(requests.at(-1)?.[0]).toBe("POST /wishlist"));
  respond();
  await waitFor(() => expect(result.current.count).toBe(0));
  expect(useToasts.getState().toasts.at(-1)?.kind).toBe("failed");
});
