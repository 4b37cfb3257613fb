import type { Money, Quote } from "@/api/types";
import { isGift } from "@/features/cart/gifts";
import { t } from "@/messages/t";

/** A part of a quote that came to something else: what it was, and is. Null: it was not there. */
export interface Change {
  name: string;
  before: Money | null;
  now: Money | null;
}

function partsOf(quote: Quote): Map<string, { name: string; amount: Money }> {
  const parts = new Map<string, { name: string; amount: Money }>();
  for (const line of quote.lines) {
    if (isGift(line)) continue;
    parts.set(`line ${line.skuId}`, { name: line.title, amount: line.lineTotal });
  }
  for (const { name, amount } of quote.discounts) {
    parts.set(`discount ${name}`, { name, amount: { ...amount, amount: -amount.amount } });
  }
  parts.set("shipping", { name: t("checkout.shipping"), amount: quote.shippingTotal });
  if (quote.giftWrap) {
    parts.set("gift wrap", { name: quote.giftWrap.name, amount: quote.giftWrap.price });
  }
  for (const { name, amount, included } of quote.taxes) {
    if (!included) parts.set(`tax ${name}`, { name, amount });
  }
  return parts;
}

/** What makes the one total into the other, part by part. */
export function changesBetween(before: Quote, now: Quote): Change[] {
  const [was, is] = [partsOf(before), partsOf(now)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((part) => {
    const [old, fresh] = [was.get(part), is.get(part)];
    if (old?.amount.amount === fresh?.amount.amount) return [];
    const name = fresh?.name ?? old?.name ?? "";
    return [{ name, before: old?.amount ?? null, now: fresh?.amount ?? null }];
  });
}
