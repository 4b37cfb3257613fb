import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isPromoProblem } from "@/features/cart/promoCode";
import { addAddress } from "@/features/customers/changes";
import type { Money, OrderInput, PlacedOrder, Quote } from "@/api/types";
import { type Attempt, type CheckoutDraft, chosenAddressId, type Payment } from "./draft";
import { type Change, changesBetween } from "./changes";
import { isKeyUsed, isUnanswered, quoteIn, sendOrder } from "./placing";
import { quoteQuery } from "./queries";
import {
  hasSeenTotal,
  isGiftCardsAlone,
  orderAddresses,
  orderInput,
  paymentMethod,
  quoteInput,
  type Shopping,
} from "./requests";

/** The total is not the one that was shown: nothing was placed, and the shopper looks again. */
export class TotalMoved extends Error {
  readonly before: Money;
  readonly now: Money;
  readonly changes: readonly Change[];

  constructor(before: Quote, now: Quote) {
    super("total moved");
    this.before = before.total;
    this.now = now.total;
    this.changes = changesBetween(before, now);
  }
}

/** Something about the order itself stands in the way; the quote says what. */
export class OrderBlocked extends Error {}

interface Placing {
  draft: CheckoutDraft;
  shopping: Shopping;
  /** The quote that the shopper is looking at. */
  shown: Quote;
  offered: readonly Payment[];
}

interface Options {
  visitor: string;
  /** Keeps the attempt before it is sent, so that a reload can repeat it; null once it is answered. */
  onAttempt: (attempt: Attempt | null) => void;
  /** The page's key has brought an order that this page knows nothing of: the next one is another. */
  onKeyUsed: () => void;
  onPlaced: (order: PlacedOrder) => void;
}

/** Places an order, once, at the total that was shown. */
export function usePlaceOrder({ visitor, onAttempt, onKeyUsed, onPlaced }: Options) {
  const queryClient = useQueryClient();

  const sendAttempt = async (attempt: Attempt): Promise<PlacedOrder> => {
    onAttempt(attempt);
    try {
      return await sendOrder(attempt);
    } catch (error) {
      if (!isUnanswered(error)) onAttempt(null);
      throw error;
    }
  };

  /** Sends what stands on the page now, where something else of it was sent and not answered. */
  const sendInstead = async (unanswered: Attempt, body: string): Promise<PlacedOrder> => {
    try {
      return await sendOrder({ ...unanswered, body });
    } catch (error) {
      // What was sent first has been placed after all: that is the order.
      if (isKeyUsed(error)) return sendAttempt(unanswered);
      if (!isUnanswered(error)) onAttempt(null);
      throw error;
    }
  };

  const place = async ({ draft, shopping, shown, offered }: Placing): Promise<PlacedOrder> => {
    const { attempt } = draft;
    const bodyFor = (quote: Quote) => {
      const method = paymentMethod(draft, quote, offered);
      return method === null
        ? null
        : JSON.stringify(orderInput(draft, shopping, quote, method, shown) satisfies OrderInput);
    };
    // The very order that got no answer goes out again as it was: it may be placed already.
    if (attempt !== null && attempt.body === bodyFor(shown)) return sendAttempt(attempt);
    const query = quoteQuery(visitor, quoteInput(draft, shopping));
    const fresh = await queryClient.query(query);
    const body = bodyFor(fresh);
    // What is in the way now may be that very order, which took the last piece.
    if (attempt !== null && body !== null) return sendInstead(attempt, body);
    if (fresh.problems.some((problem) => !isPromoProblem(problem))) throw new OrderBlocked();
    if (!hasSeenTotal(fresh, shown)) throw new TotalMoved(shown, fresh);
    if (body === null) throw new OrderBlocked();
    try {
      return await sendAttempt({ key: draft.key, body });
    } catch (error) {
      if (isKeyUsed(error)) onKeyUsed();
      const quote = quoteIn(error);
      if (quote === null) throw error;
      queryClient.setQueryData(query.queryKey, quote);
      throw quote.total.amount === fresh.total.amount ? error : new TotalMoved(fresh, quote);
    }
  };

  const saveAddress = async ({ draft, shopping, shown }: Placing) => {
    const { customer } = shopping;
    if (customer === null || !draft.saveAddress) return;
    if (chosenAddressId(draft, customer) !== null || isGiftCardsAlone(shown)) return;
    try {
      const { address } = orderAddresses(draft, shopping);
      if (address !== null) await addAddress(address);
      await queryClient.invalidateQueries({ queryKey: ["customer"] });
    } catch (error) {
      console.error("Error saving the address:", error); // The order is what mattered.
    }
  };

  return useMutation({
    mutationFn: async (placing: Placing) => {
      const order = await place(placing);
      await saveAddress(placing);
      return order;
    },
    onSuccess: onPlaced,
  });
}

/** Asks once more about an order that got no answer before the page was left. */
export function useRepeatAttempt({ onAttempt, onPlaced }: Pick<Options, "onAttempt" | "onPlaced">) {
  return useMutation({
    mutationFn: sendOrder,
    onSuccess: onPlaced,
    onError: (error) => {
      if (!isUnanswered(error)) onAttempt(null);
    },
  });
}
