import type { OrderTender } from "@/api/types";
import { t } from "@/messages/t";

/** The name of stored value that pays part of an order; the server's for kinds of plug-ins. */
export function tenderLabel({ kind, label }: Pick<OrderTender, "kind" | "label">): string {
  if (kind === "gift_card") return t("order.giftCard");
  return kind === "wallet" ? t("checkout.walletUsed") : label;
}
