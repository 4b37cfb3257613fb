import type { Money, Quote } from "@/api/types";
import { isGift } from "@/features/cart/gifts";
import { tenderLabel } from "@/features/orders/tenderLabel";
import { t } from "@/messages/t";

/** An amount of a quote that changed. Null: the part did not exist. */
export interface QuoteChange {
  name: string;
  before: Money | null;
  now: Money | null;
}

function quoteParts(quote: Quote): Map<string, { name: string; amount: Money }> {
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
  quote.tenders.forEach((tender, index) => {
    const { amount } = tender;
    parts.set(`tender ${index}`, {
      name: tenderLabel(tender),
      amount: { ...amount, amount: -amount.amount },
    });
  });
  return parts;
}

/** The amounts that differ between two quotes. */
export function changesBetween(before: Quote, now: Quote): QuoteChange[] {
  const [partsBefore, partsNow] = [quoteParts(before), quoteParts(now)];
  return [...new Set([...partsBefore.keys(), ...partsNow.keys()])].flatMap((key) => {
    const [old, current] = [partsBefore.get(key), partsNow.get(key)];
    if (old?.amount.amount === current?.amount.amount) return [];
    const name = current?.name ?? old?.name ?? "";
    return [{ name, before: old?.amount ?? null, now: current?.amount ?? null }];
  });
}
