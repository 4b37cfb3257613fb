import type { QueryClient } from "@tanstack/react-query";
import { ApiError, errorMessage } from "@/api/errors";
import type { CartItem } from "@/api/types";
import { price as formatPrice } from "@/format/money";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { showErrorToast, showToast } from "@/state/toasts";
import { waitForSession } from "@/state/waitForSession";
import { addToCart } from "./changes";
import {
  belongsTo,
  type PendingAddition,
  removeAddition,
  storedAdditions,
  usePendingAdditions,
} from "./additionQueue";
import { currentCartQuery } from "./queries";

const LOCK = "stallage-cart-additions";
/** Milliseconds between attempts while the page is visible: not every network announces its return. */
const RETRY = 30_000;

function isTemporary(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

function nextAddition(): PendingAddition | undefined {
  const visitor = visitorOf(useAppState.getState());
  return storedAdditions().find((addition) => belongsTo(addition, visitor));
}

/** Sends the additions in order, in one tab at a time. Stops at the first that cannot be sent yet. */
export async function sendAdditions(queryClient: QueryClient): Promise<void> {
  await waitForSession();
  // Absent on plain HTTP and in old browsers, contrary to the DOM types.
  const { locks } = navigator as { locks?: LockManager };
  const send = () => sendAll(queryClient);
  const added = await (locks ? locks.request(LOCK, send) : send());
  if (added > 0) showToast(t("pending.added", { count: added }));
}

/** Returns how many units were added. */
async function sendAll(queryClient: QueryClient): Promise<number> {
  let added = 0;
  for (let next = nextAddition(); next; next = nextAddition()) {
    const { title, quantity } = next;
    try {
      await addToCart(queryClient, next, next.key);
      added += quantity;
      reportPrice(queryClient, next);
    } catch (error) {
      if (isTemporary(error)) break;
      const why = errorMessage(error);
      showErrorToast(title === "" ? why : t("pending.refused", { title, why }));
    }
    removeAddition(next.key);
  }
  return added;
}

/** Says if the price is another one than the shopper saw. */
function reportPrice(queryClient: QueryClient, { skuId, title, price }: PendingAddition): void {
  const lines = queryClient.getQueryData<CartItem[]>(currentCartQuery().queryKey) ?? [];
  const line = lines.find((item) => item.skuId === skuId);
  if (!line || price === null) return;
  if (line.price.amount === price.amount && line.price.currency === price.currency) return;
  showToast(
    t("pending.priceChanged", {
      title: title === "" ? line.title : title,
      before: formatPrice(price),
      now: formatPrice(line.price),
    }),
  );
}

let isStarted = false;

/** Sends now, and again whenever the shop may be reachable until nothing is pending. */
export function startSendingAdditions(queryClient: QueryClient): void {
  if (isStarted) return;
  isStarted = true;
  const send = () => {
    if (document.visibilityState === "visible" && navigator.onLine) void sendAdditions(queryClient);
  };
  const timer = setInterval(send, RETRY);
  window.addEventListener("online", send);
  document.addEventListener("visibilitychange", send);
  const stop = usePendingAdditions.subscribe(({ additions }) => {
    if (additions.length > 0) return;
    isStarted = false;
    clearInterval(timer);
    window.removeEventListener("online", send);
    document.removeEventListener("visibilitychange", send);
    stop();
  });
  send();
}
