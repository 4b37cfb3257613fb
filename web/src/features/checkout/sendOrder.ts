import { api, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";
import type { OrderInput, PlacedOrder, Quote } from "@/api/types";
import type { OrderAttempt } from "./draft";
import { currentTicket, forgetLine, rememberOutcome } from "./line/waitingLine";

/**
 * Sends an order, with the ticket of a line if the shopper has one. The body is sent as stored, so that a
 * retry is identical.
 */
export async function sendOrder(attempt: OrderAttempt): Promise<PlacedOrder> {
  const { key, body } = attempt;
  const ticket = currentTicket();
  try {
    const order = await unwrap(
      api.POST("/api/orders", {
        headers: { "Idempotency-Key": key, ...(ticket === null ? {} : { "Line-Ticket": ticket }) },
        body: JSON.parse(body) as OrderInput,
        bodySerializer: () => body,
      }),
    );
    forgetLine();
    return order;
  } catch (error) {
    rememberOutcome(error, attempt, isUnanswered(error));
    throw error;
  }
}

/** Whether the order may have been placed although no usable answer arrived. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Whether the idempotency key was already used for another order. */
export function isKeyReused(error: unknown): boolean {
  return error instanceof ApiError && error.code === "idempotency_key_reused";
}

/** The new quote in an error response, if there is one. */
export function quoteFromError(error: unknown): Quote | null {
  if (!(error instanceof ApiError)) return null;
  const body = error.body as { error?: { quote?: Quote } } | null | undefined;
  return body?.error?.quote ?? null;
}
