import type { QueryClient } from "@tanstack/react-query";
import type { Money } from "@/api/types";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { showToast } from "@/state/toasts";
import { setPendingAdditions, storedAdditions } from "./additionQueue";

interface Seen {
  title: string;
  price: Money | null;
}

function isMoney(value: unknown): value is Money {
  return typeof value === "object" && value !== null && "amount" in value && "currency" in value;
}

/** Title and price of a SKU within data that was loaded, such as a product or a list of cards. */
function findSeen(value: unknown, skuId: number, title = ""): Seen | null {
  if (typeof value !== "object" || value === null) return null;
  const record = value as Record<string, unknown>;
  const named = typeof record["title"] === "string" ? record["title"] : title;
  if (record["skuId"] === skuId && named !== "") {
    return { title: named, price: isMoney(record["price"]) ? record["price"] : null };
  }
  for (const part of Object.values(record)) {
    const found = findSeen(part, skuId, named);
    if (found) return found;
  }
  return null;
}

/** Stores an addition that could not be sent, to be sent later with the same key, and says so. */
export function queueAddition(
  queryClient: QueryClient,
  { skuId, quantity }: { skuId: number; quantity: number },
  key: string,
): void {
  const loaded = queryClient.getQueriesData({ queryKey: ["catalog"] });
  const seen = findSeen(Object.fromEntries(loaded.map(([, data], at) => [at, data])), skuId);
  const { title, price } = seen ?? { title: "", price: null };
  const visitor = visitorOf(useAppState.getState());
  setPendingAdditions([...storedAdditions(), { key, visitor, skuId, quantity, title, price }]);
  showToast(title === "" ? t("pending.queued") : t("pending.queuedOf", { title }));
}
