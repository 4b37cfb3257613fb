import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CartItem } from "@/api/types";
import { resetAppState, useAppState } from "@/state/appState";
import { setRestoring } from "@/state/sessionRestored";
import { useToasts } from "@/state/toasts";
import { useAddToCart, useRemoveLine, useWantQuantity } from "./changes";
import { guestSkuIds, setGuestSkuIds } from "./guestCart";
import { useCart } from "./queries";
import { isBlocked, shownLines, subtotalOf } from "./shownLines";
import { useWanted } from "./wanted";

const STOCK = 5;
const PRICE = 1200;
/** What the shop asks for a piece at this moment. */
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

/** The shop at the other end of the wire: it quotes a guest's list, or cannot be reached. */
const asked: number[][] = [];
/** What was put into a customer's cart. */
const customers: { skuId: number; quantity: number }[] = [];
let reachable = true;

/** Answers wait for this, so that something can happen meanwhile. */
let held: Promise<void> = Promise.resolve();

function hold(): () => void {
  let letGo: () => void = () => undefined;
  held = new Promise((resolve) => (letGo = resolve));
  return () => letGo();
}

async function shop(input: RequestInfo | URL): Promise<Response> {
  if (!reachable) throw new TypeError("Failed to fetch");
  const request = input as Request;
  if (!request.url.endsWith("/guest")) {
    const { skuId, quantity } = (await request.json()) as { skuId: number; quantity: number };
    customers.push({ skuId, quantity });
    await held;
    return Response.json({ status: true, output: [line(skuId, quantity)], error: null });
  }
  const ids = (await request.json()) as number[];
  asked.push(ids);
  await held;
  const output = [...new Set(ids)].map((id) => line(id, ids.filter((each) => each === id).length));
  return Response.json({ status: true, output, error: null });
}

function inShop() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(
    () => {
      const wanted = useWanted((state) => state.quantities);
      const { data } = useCart();
      return {
        lines: data && shownLines(data, wanted),
        add: useAddToCart(),
        want: useWantQuantity(),
        remove: useRemoveLine(),
      };
    },
    { wrapper },
  );
}

async function shownAs(
  result: { current: ReturnType<typeof inShop>["result"]["current"] },
  quantities: number[],
) {
  await waitFor(() => {
    expect(result.current.lines?.map(({ quantity }) => quantity)).toEqual(quantities);
    expect(result.current.lines?.some(({ pending }) => pending)).toBe(false);
  });
}

beforeEach(() => {
  reachable = true;
  price = PRICE;
  asked.length = 0;
  customers.length = 0;
  held = Promise.resolve();
  vi.stubGlobal("fetch", shop);
  useToasts.setState({ toasts: [] });
  useWanted.setState({ quantities: new Map() });
});

afterEach(() => {
  vi.unstubAllGlobals();
  resetAppState();
});

describe("a change of the cart", () => {
  it("shows its quantity at once, and the price when the shop has said it", async () => {
    setGuestSkuIds([7]);
    const { result } = inShop();
    await shownAs(result, [1]);
    act(() => result.current.want(7, 3));
    expect(result.current.lines?.[0]).toMatchObject({ quantity: 3, pending: true });
    expect(result.current.lines?.[0]?.lineTotal.amount).toBe(PRICE);
    await shownAs(result, [3]);
    expect(result.current.lines?.[0]?.lineTotal.amount).toBe(3 * PRICE);
    expect(guestSkuIds()).toEqual([7, 7, 7]);
  });

  it("sends taps in a row as one", async () => {
    setGuestSkuIds([7]);
    const { result } = inShop();
    await shownAs(result, [1]);
    asked.length = 0;
    act(() => {
      result.current.want(7, 2);
      result.current.want(7, 3);
      result.current.want(7, 4);
    });
    await shownAs(result, [4]);
    expect(asked.at(-1)).toEqual([7, 7, 7, 7]);
    expect(asked.length).toBeLessThan(3);
  });

  it("goes back to what was, where there is not so much", async () => {
    setGuestSkuIds([7, 7]);
    const { result } = inShop();
    await shownAs(result, [2]);
    act(() => result.current.want(7, 6));
    expect(result.current.lines?.[0]?.quantity).toBe(6);
    await shownAs(result, [2]);
    expect(guestSkuIds()).toEqual([7, 7]);
    expect(useToasts.getState().toasts[0]?.text).toBe(
      "Selected quantity is not available, please buy less or remove the item.",
    );
  });

  it("goes back to what was, where the shop cannot be reached", async () => {
    setGuestSkuIds([7]);
    const { result } = inShop();
    await shownAs(result, [1]);
    reachable = false;
    act(() => result.current.want(7, 2));
    await shownAs(result, [1]);
    expect(useToasts.getState().toasts[0]?.kind).toBe("failed");
    expect(guestSkuIds()).toEqual([7]);
  });

  it("takes a line out at once, and gives it back", async () => {
    setGuestSkuIds([7, 8, 8]);
    const { result } = inShop();
    await shownAs(result, [1, 2]);
    const second = result.current.lines?.[1];
    act(() => {
      if (second) result.current.remove(second);
    });
    expect(result.current.lines?.map(({ skuId }) => skuId)).toEqual([7]);
    await waitFor(() => expect(guestSkuIds()).toEqual([7]));
    act(() => useToasts.getState().toasts[0]?.action?.run());
    await shownAs(result, [1, 2]);
    expect(guestSkuIds()).toEqual([7, 8, 8]);
  });

  it("tells a price that has changed since, until its line is changed", async () => {
    const { result } = inShop();
    await shownAs(result, []);
    act(() => result.current.add.mutate({ skuId: 7, quantity: 1 }));
    await shownAs(result, [1]);
    price = 1500;
    act(() => result.current.add.mutate({ skuId: 8, quantity: 1 }));
    await shownAs(result, [1, 1]);
    expect(result.current.lines).toMatchObject([
      { problem: "price_changed", previousPrice: { amount: PRICE }, price: { amount: 1500 } },
      { problem: null, previousPrice: null },
    ]);
    act(() => result.current.want(7, 1));
    await waitFor(() => expect(result.current.lines?.[0]?.problem).toBeNull());
  });

  it("keeps what another tab added meanwhile", async () => {
    setGuestSkuIds([7]);
    const { result } = inShop();
    await shownAs(result, [1]);
    localStorage.setItem("guestCartSkuIds", "[7,9]");
    act(() => result.current.add.mutate({ skuId: 8, quantity: 1 }));
    await waitFor(() => expect(guestSkuIds()).toEqual([7, 9, 8]));
  });
});

describe("a change that is under way", () => {
  const customer = { token: "a", refreshToken: "r", details: { id: 5 } as never };

  it("goes into the customer's cart where somebody signs in meanwhile", async () => {
    const { result } = inShop();
    await shownAs(result, []);
    const letGo = hold();
    act(() => result.current.add.mutate({ skuId: 8, quantity: 2 }));
    await waitFor(() => expect(asked).toContainEqual([8, 8]));
    act(() => useAppState.setState({ userDetails: customer }));
    letGo();
    await waitFor(() => expect(customers).toEqual([{ skuId: 8, quantity: 2 }]));
    expect(guestSkuIds()).toEqual([]);
  });

  it("is answered by a customer's list, which is shown", async () => {
    useAppState.setState({ userDetails: customer });
    const { result } = inShop();
    act(() => result.current.add.mutate({ skuId: 8, quantity: 2 }));
    await shownAs(result, [2]);
    expect(customers).toEqual([{ skuId: 8, quantity: 2 }]);
  });

  it("waits until it is known whose cart it is", async () => {
    const { result } = inShop();
    await shownAs(result, []);
    let restored: () => void = () => undefined;
    setRestoring(new Promise((resolve) => (restored = resolve)));
    act(() => result.current.add.mutate({ skuId: 8, quantity: 2 }));
    await waitFor(() => expect(result.current.add.isPending).toBe(true));
    expect(asked).not.toContainEqual([8, 8]);
    act(() => {
      useAppState.setState({ userDetails: customer });
      restored();
    });
    await waitFor(() => expect(customers).toEqual([{ skuId: 8, quantity: 2 }]));
    expect(asked).not.toContainEqual([8, 8]);
    expect(guestSkuIds()).toEqual([]);
  });

  it("never shows a guest what was a customer's", async () => {
    useAppState.setState({ userDetails: customer });
    const { result } = inShop();
    const letGo = hold();
    act(() => result.current.add.mutate({ skuId: 8, quantity: 1 }));
    await waitFor(() => expect(customers).toHaveLength(1));
    act(() => useAppState.setState({ userDetails: null }));
    letGo();
    await waitFor(() => expect(result.current.add.isSuccess).toBe(true));
    expect(result.current.lines).toEqual([]);
  });
});

describe("the lines that are shown", () => {
  it("are summed as the shop answered them", () => {
    expect(subtotalOf([line(1, 2), line(2, 1)])).toEqual({ amount: 3 * PRICE, currency: "USD" });
    expect(subtotalOf([])).toBeNull();
  });

  it("stand in the way of ordering, but not for another price", () => {
    expect(isBlocked(line(1, 6))).toBe(true);
    expect(isBlocked({ ...line(1, 1), problem: "price_changed" })).toBe(false);
    expect(isBlocked(line(1, 1))).toBe(false);
  });
});
