import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { storeTokens } from "@/api/tokens";
import type { Customer } from "@/api/types";
import { resetAppState, useAppState } from "@/state/appState";
import { useToasts } from "@/state/toasts";
import { PENDING_ADDITIONS } from "@/storage/keys";
import {
  removeAdditionsExceptOf,
  setPendingAdditions,
  startPendingAdditions,
  storedAdditions,
  usePendingAdditions,
} from "./additionQueue";
import { addOne } from "./quickAdd";
import { sendAdditions } from "./sendAdditions";

const client = new QueryClient();
startPendingAdditions();
/** Idempotency-Key and SKU of every addition that the server got. */
const sent: [string | null, number][] = [];
let answer: (skuId: number) => Response | Promise<Response>;

const price = (amount: number) => ({ amount, currency: "USD" });
const cart = (skuId: number) =>
  Response.json({
    status: true,
    output: [{ skuId, title: "Mug", price: price(1500) }],
    error: null,
  });
const errorResponse = (status: number, code: string) =>
  Response.json({ status: false, output: null, error: { code, message: "Sold out." } }, { status });
const texts = () => useToasts.getState().toasts.map(({ text }) => text);
const unreachable = () => {
  throw new TypeError("Failed to fetch");
};

beforeEach(() => {
  storeTokens({ token: "a.b.c", refreshToken: "r" });
  useAppState.setState({
    userDetails: { token: "a.b.c", refreshToken: "r", details: { id: 42 } as Customer },
  });
  client.setQueryData(["catalog", "product", "mug"], {
    title: "Mug",
    skus: [{ skuId: 7, price: price(1200) }],
  });
  vi.stubGlobal("fetch", async (request: Request) => {
    const { skuId } = (await request.json()) as { skuId: number };
    sent.push([request.headers.get("Idempotency-Key"), skuId]);
    return answer(skuId);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  setPendingAdditions([]);
  resetAppState();
  client.clear();
  localStorage.clear();
  sent.length = 0;
  useToasts.setState({ toasts: [] });
});

it("an addition that gets no response waits, and is repeated with the same key", async () => {
  answer = unreachable;
  expect(await addOne(client, 7)).toBe(true);
  expect(storedAdditions()).toMatchObject([
    { visitor: "42", skuId: 7, quantity: 1, title: "Mug", price: price(1200) },
  ]);
  expect(texts()).toEqual(["You are offline. Mug will be added when you are online again."]);
  await sendAdditions(client);
  expect(storedAdditions()).toHaveLength(1);
  answer = cart;
  await sendAdditions(client);
  expect(storedAdditions()).toEqual([]);
  expect(new Set(sent.map(([key]) => key)).size).toBe(1);
  expect(texts()).toContain("The price of Mug has changed from $12 to $15.");
  expect(texts()).toContain("1 item was added to your cart.");
});

it("additions are sent in order; one that is refused is reported and the next one sent", async () => {
  answer = unreachable;
  await addOne(client, 7);
  await addOne(client, 8);
  sent.length = 0;
  answer = (skuId) => (skuId === 7 ? errorResponse(409, "out_of_stock") : cart(skuId));
  await sendAdditions(client);
  expect(sent.map(([, skuId]) => skuId)).toEqual([7, 8]);
  expect(storedAdditions()).toEqual([]);
  expect(texts()).toContain("Mug was not added. Sold out.");
});

it("a shop that is unavailable is asked again later", async () => {
  answer = unreachable;
  await addOne(client, 7);
  answer = () => errorResponse(503, "not_ready");
  await sendAdditions(client);
  expect(storedAdditions()).toHaveLength(1);
});

it("another customer neither sees nor sends an addition, and it is deleted at their sign-in", async () => {
  answer = unreachable;
  await addOne(client, 7);
  sent.length = 0;
  useAppState.setState({
    userDetails: { token: "a.b.c", refreshToken: "r", details: { id: 43 } as Customer },
  });
  await sendAdditions(client);
  expect(sent).toEqual([]);
  removeAdditionsExceptOf("43");
  expect(localStorage.getItem(PENDING_ADDITIONS)).toBeNull();
  expect(usePendingAdditions.getState().additions).toEqual([]);
});

it("a stored list with anything else in it is skipped", () => {
  localStorage.setItem(PENDING_ADDITIONS, '[{"skuId": 7}, null, 3, {"key": "k", "skuId": -1}]');
  expect(storedAdditions()).toEqual([]);
});

it("an addition that is on its way when the page is left is stored until the page goes on", async () => {
  let respond: (response: Response) => void = () => undefined;
  answer = () => new Promise((resolve) => (respond = resolve));
  const adding = addOne(client, 7);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(storedAdditions()).toEqual([]);
  window.dispatchEvent(new PageTransitionEvent("pagehide"));
  expect(storedAdditions()).toMatchObject([{ key: sent[0]?.[0], skuId: 7, quantity: 1 }]);
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect(storedAdditions()).toEqual([]);
  respond(cart(7));
  await adding;
  window.dispatchEvent(new PageTransitionEvent("pagehide"));
  expect(storedAdditions()).toEqual([]);
});

it("an addition waits for a session that could not be restored, and no guest's cart takes it", async () => {
  const { userDetails } = useAppState.getState();
  useAppState.setState({ userDetails: null });
  answer = cart;
  await addOne(client, 7);
  await sendAdditions(client);
  expect(sent).toEqual([]);
  expect(storedAdditions()).toMatchObject([{ visitor: "guest", skuId: 7 }]);
  useAppState.setState({ userDetails });
  await sendAdditions(client);
  expect(sent.map(([, skuId]) => skuId)).toEqual([7]);
  expect(storedAdditions()).toEqual([]);
});
