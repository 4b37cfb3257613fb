import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { ApiError, errorMessageOr, isUnreachable, networkError } from "@/api/errors";
import { createIdempotencyKey } from "@/api/idempotencyKey";
import { lookUp } from "@/api/lookUp";
import { accessToken } from "@/api/tokens";
import type { CartItem } from "@/api/types";
import { type PlainKey, t } from "@/messages/t";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { waitForSession } from "@/state/waitForSession";
import { showToast, showErrorToast } from "@/state/toasts";
import { toMajorUnits, track, toTrackedItem } from "@/state/track";
import { untilSent } from "./additionQueue";
import { MAX_LINES, quantityOf, setGuestSkuIds, storedSkuIds, withQuantity } from "./guestCart";
import { notifyOtherTabs } from "./otherTabs";
import { cartKey, currentCartQuery, quoteGuestCart } from "./queries";
import { addPending, type PendingLine } from "./pendingAdditions";
import { rememberPrices } from "./guestPrices";
import { isBlocked } from "./shownLines";
import {
  clearOptimisticQuantity,
  setOptimisticQuantity,
  optimisticQuantity,
} from "./optimisticQuantities";

export interface CartAddition {
  skuId: number;
  quantity: number;
  /** If known, the cart shows it at once. */
  line?: PendingLine;
  /** The addition is sent once this has resolved, and fails if it rejects. */
  ready?: Promise<unknown>;
}

/** An addition that the cart shows already. */
export interface PendingView {
  hide: () => void;
}

export const ADD_TO_CART_KEY = ["cart", "add"] as const;

/** Runs changes one after the other, so that responses cannot arrive out of order. */
export const CART_SCOPE = { id: "cart" };

const UNKNOWN = { title: "", price: null };

const PROBLEM_MESSAGES = {
  quantity_unavailable: "cart.quantityUnavailable",
  out_of_stock: "cart.outOfStock",
  unavailable: "cart.unavailable",
  price_changed: "cart.priceChanged",
} as const;

/** Raises ApiError if the server's quote says that the SKU cannot be bought in this quantity. */
function assertAvailable(lines: readonly CartItem[], skuId: number): void {
  const line = lines.find((item) => item.skuId === skuId);
  if (line && !isBlocked(line)) return;
  const code = line?.problem ?? "unavailable";
  const key = lookUp<string, PlainKey | null>(PROBLEM_MESSAGES, code, null);
  const message = key === null ? line?.message : t(key);
  throw new ApiError(code, message ?? t("cart.unavailable"), { status: 409 });
}

async function setGuestQuantity(
  queryClient: QueryClient,
  skuId: number,
  quantity: number,
  key = createIdempotencyKey(),
): Promise<void> {
  const before = storedSkuIds();
  const after = withQuantity(before, skuId, quantity);
  if (new Set(after).size > MAX_LINES) {
    throw new ApiError("cart_full", t("cart.full", { max: MAX_LINES }), { status: 409 });
  }
  const lines = await quoteGuestCart(after);
  // The visitor signed in meanwhile, perhaps in another tab: add to the customer's cart instead.
  if (isLoggedIn()) {
    const added = quantity - quantityOf(before, skuId);
    if (added > 0) await addToCart(queryClient, { skuId, quantity: added }, key);
    return;
  }
  // A smaller quantity is always allowed, even of a product that has sold out.
  if (quantity > quantityOf(before, skuId)) assertAvailable(lines, skuId);
  rememberPrices(lines, skuId);
  // Fill the cache before the list changes, so that the cart is not requested again.
  queryClient.setQueryData(cartKey("guest", after), lines);
  // Another tab may have changed the list meanwhile: change only this SKU.
  setGuestSkuIds(withQuantity(storedSkuIds(), skuId, quantity));
}

/** Shows the cart of a response to a change. */
async function showCustomerCart(
  queryClient: QueryClient,
  response: Promise<CartItem[]>,
): Promise<void> {
  // Read before waiting: somebody else or nobody may be signed in when the response arrives.
  const customer = visitorOf(useAppState.getState());
  queryClient.setQueryData(cartKey(customer, []), await response);
  notifyOtherTabs();
}

/** Adds units of a SKU. Calls with the same Idempotency-Key add to a customer's cart once. */
export async function addToCart(
  queryClient: QueryClient,
  { skuId, quantity, ready }: CartAddition,
  key: string,
): Promise<void> {
  await ready;
  await waitForSession();
  if (isLoggedIn()) {
    const call = { body: { skuId, quantity } };
    const params = { header: { "Idempotency-Key": key } };
    await showCustomerCart(queryClient, unwrap(api.POST("/api/carts", { params, ...call })));
  } else if (accessToken() !== null) {
    // A customer whose session could not be restored yet: no guest's cart may take it.
    throw networkError();
  } else {
    await setGuestQuantity(queryClient, skuId, quantityOf(storedSkuIds(), skuId) + quantity, key);
  }
}

/** Adds units, or stores the addition for later if the shop cannot be reached. */
async function addNowOrLater(
  queryClient: QueryClient,
  addition: CartAddition,
  key: string,
): Promise<void> {
  try {
    await addToCart(queryClient, addition, key);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    const queue = await import("./queueAddition").catch(() => null);
    if (queue === null) throw error;
    queue.queueAddition(queryClient, addition, key);
  }
}

/** Sets the quantity of a SKU, whether it is in the cart or not; 0 removes it. */
export async function setCartQuantity(
  queryClient: QueryClient,
  skuId: number,
  quantity: number,
): Promise<void> {
  await waitForSession();
  if (!isLoggedIn()) return setGuestQuantity(queryClient, skuId, quantity);
  const lines = queryClient.getQueryData<CartItem[]>(currentCartQuery().queryKey) ?? [];
  const line = lines.find((item) => item.skuId === skuId);
  if (line) {
    const response =
      quantity === 0
        ? api.DELETE("/api/carts/{line_id}", { params: { path: { line_id: line.id } } })
        : api.PUT("/api/carts", { body: { id: line.id, quantity } });
    await showCustomerCart(queryClient, unwrap(response));
  } else if (quantity > 0) {
    await addToCart(queryClient, { skuId, quantity }, createIdempotencyKey());
  }
}

/** Options of the mutation that adds units of a SKU; the caller shows errors. */
export function addToCartOptions(queryClient: QueryClient) {
  return {
    mutationKey: ADD_TO_CART_KEY,
    mutationFn: (addition: CartAddition) => {
      const { skuId, quantity, line: { title, price } = UNKNOWN } = addition;
      const key = createIdempotencyKey();
      const visitor = visitorOf(useAppState.getState());
      return untilSent(
        { key, visitor, skuId, quantity, title, price },
        addNowOrLater(queryClient, addition, key),
      );
    },
    scope: CART_SCOPE,
    onMutate: ({ skuId, quantity, line }: CartAddition): PendingView => ({
      hide: line ? addPending({ skuId, quantity, line }) : () => undefined,
    }),
    onSuccess: (_: unknown, addition: CartAddition) => trackAddToCart(queryClient, addition),
    onSettled: (
      _data: unknown,
      _error: Error | null,
      _addition: CartAddition,
      pending: PendingView | undefined,
    ) => pending?.hide(),
  };
}

/** The message for an error of `addToCartOptions`. */
export function addToCartMessage(error: Error): string {
  return errorMessageOr(error, t("cart.errorAdding"));
}

/** Adds units of a SKU to the cart, and shows errors as a toast. */
export function useAddToCart() {
  const queryClient = useQueryClient();
  return useMutation({
    ...addToCartOptions(queryClient),
    onError: (error) => showErrorToast(addToCartMessage(error)),
  });
}

/** Sends an `add_to_cart` event with the details of the cart's line. */
function trackAddToCart(queryClient: QueryClient, { skuId, quantity }: CartAddition): void {
  const lines = queryClient.getQueryData<CartItem[]>(currentCartQuery().queryKey) ?? [];
  const line = lines.find((item) => item.skuId === skuId);
  if (!line) return;
  const { currency } = line.price;
  const value = toMajorUnits({ amount: line.price.amount * quantity, currency });
  const items = [toTrackedItem(line, quantity)];
  track("add_to_cart", { ecommerce: { currency, value, items } });
}

/**
 * Sets quantities optimistically. Several changes during one request are sent as one: each queued
 * mutation sends the latest quantity, and does nothing if that is already confirmed.
 */
export function useSetQuantity() {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async (skuId: number) => {
      const quantity = optimisticQuantity(skuId);
      if (quantity === undefined) return;
      try {
        await setCartQuantity(queryClient, skuId, quantity);
      } catch (error) {
        await queryClient.refetchQueries({ queryKey: ["cart"], type: "active" });
        if (quantity > 0) throw error;
        throw new ApiError("not_removed", errorMessageOr(error, t("cart.errorDeleting")));
      } finally {
        clearOptimisticQuantity(skuId, quantity);
      }
    },
    scope: CART_SCOPE,
    onError: (error) => showErrorToast(errorMessageOr(error, t("cart.errorAdding"))),
  });
  return (skuId: number, quantity: number) => {
    setOptimisticQuantity(skuId, quantity);
    mutate(skuId);
  };
}

/** Removes a line at once, with an undo. */
export function useRemoveLine() {
  const setQuantity = useSetQuantity();
  return ({ skuId, title, quantity }: CartItem) => {
    setQuantity(skuId, 0);
    showToast(t("cart.removed", { title }), {
      label: t("action.undo"),
      run: () => setQuantity(skuId, quantity),
    });
  };
}
