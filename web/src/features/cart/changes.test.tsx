import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CartItem } from "@/api/types";
import { resetAppState, useAppState } from "@/state/appState";
import { setSessionRestore } from "@/state/waitForSession";
import { useToasts } from "@/state/toasts";
import { useAddToCart, useRemoveLine, useSetQuantity } from "./changes";
import { guestSkuIds, setGuestSkuIds } from "./guestCart";
import { lineOfCard, usePendingAdditions } from "./pendingAdditions";
import { useCart, useCartCount } from "./queries";
import { isBlocked, shownLines, subtotalOf } from "./shownLines";
import { useOptimisticQuantities } from "./optimisticQuantities";

const STOCK = 5;
const PRICE = 1200;
/** The server's current unit price. */
let price = PRICE;

function line(skuId: number, quantity: number): CartItem {
  const problem = quantity > STOCK ? "quantity_unavailable" : null;
  return {
    id: skuId,
    skuId,
    quantity,
    title: `Thing ${skuId}`,
    slug: `thing-${skuId}`,
    image: null,
    options: [],
    price: { amount: price, currency: "USD" },
    compareAtPrice: null,
    lineTotal: { amount: price * quantity, currency: "USD" },
    availableQuantity: STOCK,
    giftCard: null,
    maxQuantity: 99,
    problem,
    previousPrice: null,
    message: problem,
  };
}

/** SKU ids that the server was asked to quote. */
const quoted: number[][] = [];
/** What was added to a customer's cart. */
const added: { skuId: number; quantity: number }[] = [];
let reachable = true;
let isRefusing = false;

/** Responses wait for this, so that something can happen meanwhile. */
let delay: Promise<void> = Promise.resolve();

function delayResponses(): () => void {
  let respond: () => void = () => undefined;
  delay = new Promise((resolve) => (respond = resolve));
  return () => respond();
}

async function server(input: RequestInfo | URL): Promise<Response> {
  if (!reachable) throw new TypeError("Failed to fetch");
  if (isRefusing)
    return Response.json({ status: false, output: null, error: null }, { status: 409 });
  const request = input as Request;
  if (!request.url.endsWith("/guest")) {
    const { skuId, quantity } = (await request.json()) as { skuId: number; quantity: number };
    added.push({ skuId, quantity });
    await delay;
    return Response.json({ status: true, output: [line(skuId, quantity)], error: null });
  }
  const ids = (await request.json()) as number[];
  quoted.push(ids);
  await delay;
  const output = [...new Set(ids)].map((id) => line(id, ids.filter((each) => each === id).length));
  return Response.json({ status: true, output, error: null });
}

function renderCart() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(
    () => {
      const quantities = useOptimisticQuantities((state) => state.quantities);
      const additions = usePendingAdditions((state) => state.additions);
      const { data } = useCart();
      return {
        count: useCartCount(),
        lines: data && shownLines(data, quantities, additions),
        add: useAddToCart(),
        setQuantity: useSetQuantity(),
        remove: useRemoveLine(),
      };
    },
    { wrapper },
  );
}

async function expectQuantities(
  result: { current: ReturnType<typeof renderCart>["result"]["current"] },
  quantities: number[],
) {
  await waitFor(() => {
    expect(result.current.lines?.map(({ quantity }) => quantity)).toEqual(quantities);
    expect(result.current.lines?.some(({ pending }) => pending)).toBe(false);
  });
}

beforeEach(() => {
  reachable = true;
  isRefusing = false;
  price = PRICE;
  quoted.length = 0;
  added.length = 0;
  delay = Promise.resolve();
  vi.stubGlobal("fetch", server);
  useToasts.setState({ toasts: [] });
  useOptimisticQuantities.setState({ quantities: new Map() });
});

afterEach(() => {
  vi.unstubAllGlobals();
  resetAppState();
});

describe("a change of the cart", () => {
  it("shows its quantity at once, and the price after the response", async () => {
    setGuestSkuIds([7]);
    const { result } = renderCart();
    await expectQuantities(result, [1]);
    act(() => result.current.setQuantity(7, 3));
    expect(result.current.lines?.[0]).toMatchObject({ quantity: 3, pending: true });
    expect(result.current.lines?.[0]?.lineTotal.amount).toBe(PRICE);
    await expectQuantities(result, [3]);
    expect(result.current.lines?.[0]?.lineTotal.amount).toBe(3 * PRICE);
    expect(guestSkuIds()).toEqual([7, 7, 7]);
  });

  it("sends several quick changes as one", async () => {
    setGuestSkuIds([7]);
    const { result } = renderCart();
    await expectQuantities(result, [1]);
    quoted.length = 0;
    act(() => {
      result.current.setQuantity(7, 2);
      result.current.setQuantity(7, 3);
      result.current.setQuantity(7, 4);
    });
    await expectQuantities(result, [4]);
    expect(quoted.at(-1)).toEqual([7, 7, 7, 7]);
    expect(quoted.length).toBeLessThan(3);
  });

  it("is undone when there is not enough stock", async () => {
    setGuestSkuIds([7, 7]);
    const { result } = renderCart();
    await expectQuantities(result, [2]);
    act(() => result.current.setQuantity(7, 6));
    expect(result.current.lines?.[0]?.quantity).toBe(6);
    await expectQuantities(result, [2]);
    expect(guestSkuIds()).toEqual([7, 7]);
    expect(useToasts.getState().toasts[0]?.text).toBe(
      "Selected quantity is not available, please buy less or remove the item.",
    );
  });

  it("is undone when the server cannot be reached", async () => {
    setGuestSkuIds([7]);
    const { result } = renderCart();
    await expectQuantities(result, [1]);
    reachable = false;
    act(() => result.current.setQuantity(7, 2));
    await expectQuantities(result, [1]);
    expect(useToasts.getState().toasts[0]?.kind).toBe("failed");
    expect(guestSkuIds()).toEqual([7]);
  });
});

describe("adding to the cart", () => {
  const addition = { skuId: 7, quantity: 2, line: lineOfCard(line(7, 1)) };

  it("shows the line and the count at once", async () => {
    const { result } = renderCart();
    await expectQuantities(result, []);
    const respond = delayResponses();
    act(() => result.current.add.mutate(addition));
    await waitFor(() => expect(result.current.count).toBe(2));
    expect(result.current.lines).toMatchObject([
      { skuId: 7, quantity: 2, pending: true, lineTotal: { amount: 2 * PRICE } },
    ]);
    respond();
    await expectQuantities(result, [2]);
    expect(result.current.count).toBe(2);
  });

  it("adds to the line that is there, and keeps what the shopper sets meanwhile", async () => {
    setGuestSkuIds([7]);
    const { result } = renderCart();
    await expectQuantities(result, [1]);
    const respond = delayResponses();
    act(() => result.current.add.mutate(addition));
    await waitFor(() => expect(result.current.lines?.[0]?.quantity).toBe(3));
    act(() => result.current.setQuantity(7, 4));
    expect(result.current.lines?.[0]?.quantity).toBe(4);
    respond();
    await expectQuantities(result, [4]);
    expect(guestSkuIds()).toEqual([7, 7, 7, 7]);
  });

  it("is undone when it fails", async () => {
    const { result } = renderCart();
    await expectQuantities(result, []);
    isRefusing = true;
    act(() => result.current.add.mutate(addition));
    await waitFor(() => expect(result.current.count).toBe(2));
    await expectQuantities(result, []);
    expect(result.current.count).toBe(0);
    expect(useToasts.getState().toasts[0]?.kind).toBe("failed");
  });

  it("is sent once it is ready", async () => {
    const { result } = renderCart();
    await expectQuantities(result, []);
    let resolve: () => void = () => undefined;
    const ready = new Promise<void>((done) => (resolve = done));
    act(() => result.current.add.mutate({ ...addition, ready }));
    await waitFor(() => expect(result.current.count).toBe(2));
    expect(quoted).toEqual([]);
    resolve();
    await expectQuantities(result, [2]);
    expect(quoted).toContainEqual([7, 7]);
  });
});

describe("the cart", () => {
  it("removes a line at once, and can be undone", async () => {
    setGuestSkuIds([7, 8, 8]);
    const { result } = renderCart();
    await expectQuantities(result, [1, 2]);
    const second = result.current.lines?.[1];
    act(() => {
      if (second) result.current.remove(second);
    });
    expect(result.current.lines?.map(({ skuId }) => skuId)).toEqual([7]);
    await waitFor(() => expect(guestSkuIds()).toEqual([7]));
    act(() => useToasts.getState().toasts[0]?.action?.run());
    await expectQuantities(result, [1, 2]);
    expect(guestSkuIds()).toEqual([7, 8, 8]);
  });

  it("marks a changed price until its line is changed", async () => {
    const { result } = renderCart();
    await expectQuantities(result, []);
    act(() => result.current.add.mutate({ skuId: 7, quantity: 1 }));
    await expectQuantities(result, [1]);
    price = 1500;
    act(() => result.current.add.mutate({ skuId: 8, quantity: 1 }));
    await expectQuantities(result, [1, 1]);
    expect(result.current.lines).toMatchObject([
      { problem: "price_changed", previousPrice: { amount: PRICE }, price: { amount: 1500 } },
      { problem: null, previousPrice: null },
    ]);
    act(() => result.current.setQuantity(7, 1));
    await waitFor(() => expect(result.current.lines?.[0]?.problem).toBeNull());
  });

  it("keeps what another tab added meanwhile", async () => {
    setGuestSkuIds([7]);
    const { result } = renderCart();
    await expectQuantities(result, [1]);
    localStorage.setItem("guestCartSkuIds", "[7,9]");
    act(() => result.current.add.mutate({ skuId: 8, quantity: 1 }));
    await waitFor(() => expect(guestSkuIds()).toEqual([7, 9, 8]));
  });
});

describe("a change during sign-in or sign-out", () => {
  const customer = { token: "a", refreshToken: "r", details: { id: 5 } as never };

  it("goes into the customer's cart if the visitor signs in meanwhile", async () => {
    const { result } = renderCart();
    await expectQuantities(result, []);
    const respond = delayResponses();
    act(() => result.current.add.mutate({ skuId: 8, quantity: 2 }));
    await waitFor(() => expect(quoted).toContainEqual([8, 8]));
    act(() => useAppState.setState({ userDetails: customer }));
    respond();
    await waitFor(() => expect(added).toEqual([{ skuId: 8, quantity: 2 }]));
    expect(guestSkuIds()).toEqual([]);
  });

  it("is answered by a customer's list, which is shown", async () => {
    useAppState.setState({ userDetails: customer });
    const { result } = renderCart();
    act(() => result.current.add.mutate({ skuId: 8, quantity: 2 }));
    await expectQuantities(result, [2]);
    expect(added).toEqual([{ skuId: 8, quantity: 2 }]);
  });

  it("waits until the session is restored", async () => {
    const { result } = renderCart();
    await expectQuantities(result, []);
    let restored: () => void = () => undefined;
    setSessionRestore(new Promise((resolve) => (restored = resolve)));
    act(() => result.current.add.mutate({ skuId: 8, quantity: 2 }));
    await waitFor(() => expect(result.current.add.isPending).toBe(true));
    expect(quoted).not.toContainEqual([8, 8]);
    act(() => {
      useAppState.setState({ userDetails: customer });
      restored();
    });
    await waitFor(() => expect(added).toEqual([{ skuId: 8, quantity: 2 }]));
    expect(quoted).not.toContainEqual([8, 8]);
    expect(guestSkuIds()).toEqual([]);
  });

  it("never shows a customer's cart to a guest", async () => {
    useAppState.setState({ userDetails: customer });
    const { result } = renderCart();
    const respond = delayResponses();
    act(() => result.current.add.mutate({ skuId: 8, quantity: 1 }));
    await waitFor(() => expect(added).toHaveLength(1));
    act(() => useAppState.setState({ userDetails: null }));
    respond();
    await waitFor(() => expect(result.current.add.isSuccess).toBe(true));
    expect(result.current.lines).toEqual([]);
  });
});

describe("the shown lines", () => {
  it("add up the server's totals", () => {
    expect(subtotalOf([line(1, 2), line(2, 1)])).toEqual({ amount: 3 * PRICE, currency: "USD" });
    expect(subtotalOf([])).toBeNull();
  });

  it("block the checkout, except for a changed price", () => {
    expect(isBlocked(line(1, 6))).toBe(true);
    expect(isBlocked({ ...line(1, 1), problem: "price_changed" })).toBe(false);
    expect(isBlocked(line(1, 1))).toBe(false);
  });
});
