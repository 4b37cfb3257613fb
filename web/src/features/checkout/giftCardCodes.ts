import type { Quote } from "@/api/types";

/** The server's limit for an order. */
export const MAX_GIFT_CARDS = 5;

/** A code without case and separators, which do not count. */
function normalized(code: string): string {
  return code.replace(/[^\p{L}\p{N}]/gu, "").toUpperCase();
}

export function isSameCode(one: string, other: string): boolean {
  return normalized(one) === normalized(other);
}

/** The last characters of a code, to tell gift cards apart. */
export function endOfCode(code: string): string {
  return normalized(code).slice(-4);
}

export function isGiftCardProblem({ code }: { code: string }): boolean {
  return code.startsWith("gift_code_");
}

/** What a gift card pays of an order, in minor units. */
export function paidBy(code: string, { tenders }: Pick<Quote, "tenders">): number {
  const tender = tenders.find((one) => one.code !== null && isSameCode(one.code, code));
  return tender?.amount.amount ?? 0;
}
