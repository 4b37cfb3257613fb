import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { isPromoProblem } from "@/features/cart/promoCode";
import { addAddress } from "@/features/customers/changes";
import type { Money, PlacedOrder, Quote } from "@/api/types";
import { type CheckoutDraft, chosenAddressId, type OrderAttempt, type Payment } from "./draft";
import { changesBetween, type QuoteChange } from "./quoteChanges";
import { quoteQuery } from "./queries";
import {
  type CheckoutContext,
  hasOnlyGiftCards,
  hasSeenTotal,
  orderAddresses,
  orderInput,
  paymentMethod,
  quoteInput,
} from "./requests";
import { isKeyReused, isUnanswered, quoteFromError, sendOrder } from "./sendOrder";

/**
 * The total, or what is left to pay of it, differs from what was shown. Nothing was placed; the shopper
 * has to confirm again.
 */
export class TotalChanged extends Error {
  readonly before: Money;
  readonly now: Money;
  readonly changes: readonly QuoteChange[];

  constructor(before: Quote, now: Quote) {
    super("total changed");
    const changed = before.total.amount === now.total.amount ? "payable" : "total";
    this.before = before[changed];
    this.now = now[changed];
    this.changes = changesBetween(before, now);
  }
}

/** The order cannot be placed as it is; the quote's problems say why. */
export class OrderBlocked extends Error {}

interface PlaceOrderInput {
  draft: CheckoutDraft;
  context: CheckoutContext;
  /** The quote that the shopper sees. */
  shown: Quote;
  payments: readonly Payment[];
}

interface Options {
  visitor: string;
  /** Saves the attempt before it is sent, so that a reload can repeat it; null once answered. */
  onAttempt: (attempt: OrderAttempt | null) => void;
  /** The page's idempotency key belongs to an earlier order: the next order needs another. */
  onKeyReused: () => void;
  onPlaced: (order: PlacedOrder) => void;
}

type OnAttempt = Options["onAttempt"];

async function send(attempt: OrderAttempt, onAttempt: OnAttempt): Promise<PlacedOrder> {
  onAttempt(attempt);
  try {
    return await sendOrder(attempt);
  } catch (error) {
    if (!isUnanswered(error)) onAttempt(null);
    throw error;
  }
}

/** Sends a changed order when an earlier attempt with the same key was not answered. */
async function sendChanged(
  unanswered: OrderAttempt,
  body: string,
  onAttempt: OnAttempt,
): Promise<PlacedOrder> {
  try {
    return await sendOrder({ ...unanswered, body });
  } catch (error) {
    // The earlier attempt was placed after all: that is the order.
    if (isKeyReused(error)) return send(unanswered, onAttempt);
    if (!isUnanswered(error)) onAttempt(null);
    throw error;
  }
}

async function placeOrder(
  queryClient: QueryClient,
  { draft, context, shown, payments }: PlaceOrderInput,
  { visitor, onAttempt, onKeyReused }: Options,
): Promise<PlacedOrder> {
  const { attempt } = draft;
  const bodyFor = (quote: Quote) => {
    const method = paymentMethod(draft, quote, payments);
    return method === null
      ? null
      : JSON.stringify(orderInput(draft, context, quote, method, shown));
  };
  // An unanswered order may have been placed: the retry must be identical.
  if (attempt !== null && attempt.body === bodyFor(shown)) return send(attempt, onAttempt);
  const query = quoteQuery(visitor, quoteInput(draft, context));
  const fresh = await queryClient.query(query);
  const body = bodyFor(fresh);
  // The unanswered order may itself be the problem: it may have taken the last unit.
  if (attempt !== null && body !== null) return sendChanged(attempt, body, onAttempt);
  if (fresh.problems.some((problem) => !isPromoProblem(problem))) throw new OrderBlocked();
  if (!hasSeenTotal(fresh, shown)) throw new TotalChanged(shown, fresh);
  if (body === null) throw new OrderBlocked();
  try {
    return await send({ key: draft.key, body }, onAttempt);
  } catch (error) {
    if (isKeyReused(error)) onKeyReused();
    const quote = quoteFromError(error);
    if (quote === null) throw error;
    queryClient.setQueryData(query.queryKey, quote);
    throw quote.total.amount === fresh.total.amount ? error : new TotalChanged(fresh, quote);
  }
}

/** Saves a new address to the customer's addresses if they want that. */
export async function saveNewAddress(
  queryClient: QueryClient,
  { draft, context, shown }: Pick<PlaceOrderInput, "draft" | "context" | "shown">,
): Promise<void> {
  const { customer } = context;
  if (customer === null || !draft.saveAddress) return;
  if (chosenAddressId(draft, customer) !== null || hasOnlyGiftCards(shown)) return;
  try {
    const { address } = orderAddresses(draft, context);
    if (address !== null) await addAddress(address);
    await queryClient.invalidateQueries({ queryKey: ["customer"] });
  } catch (error) {
    // The order is placed all the same.
    console.error("Error saving the address:", error);
  }
}

/** Places an order at the total that was shown. Repeating it after a lost connection is safe. */
export function usePlaceOrder(options: Options) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: PlaceOrderInput) => {
      const order = await placeOrder(queryClient, input, options);
      await saveNewAddress(queryClient, input);
      return order;
    },
    onSuccess: options.onPlaced,
  });
}

/** Repeats an order that got no answer before the shopper left the page. */
export function useRepeatOrder({ onAttempt, onPlaced }: Pick<Options, "onAttempt" | "onPlaced">) {
  return useMutation({
    mutationFn: sendOrder,
    onSuccess: onPlaced,
    onError: (error) => {
      if (!isUnanswered(error)) onAttempt(null);
    },
  });
}
