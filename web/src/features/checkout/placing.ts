import { api, ask } from "@/api/client";
import { ApiError } from "@/api/errors";
import type { OrderInput, PlacedOrder, Quote } from "@/api/types";
import type { Attempt } from "./draft";

/** Sends an order. The body is the text of the attempt, so that a repeat is the same to the byte. */
export function sendOrder({ key, body }: Attempt): Promise<PlacedOrder> {
  return ask(
    api.POST("/api/orders", {
      headers: { "Idempotency-Key": key },
      body: JSON.parse(body) as OrderInput,
      bodySerializer: () => body,
    }),
  );
}

/** Whether the order may have been placed all the same: no answer came, or none of sense. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Whether the key has brought an order already, with another body. */
export function isKeyUsed(error: unknown): boolean {
  return error instanceof ApiError && error.code === "idempotency_key_reused";
}

/** The new quote that a refusal brings. */
export function quoteIn(error: unknown): Quote | null {
  if (!(error instanceof ApiError)) return null;
  const body = error.body as { error?: { quote?: Quote } } | null | undefined;
  return body?.error?.quote ?? null;
}
