import {
  MutationObserver,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { ApiError, sentenceOr } from "@/api/errors";
import { known } from "@/api/known";
import type { CartItem } from "@/api/types";
import { type PlainKey, t } from "@/messages/t";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { sessionRestored } from "@/state/sessionRestored";
import { tell, tellFailure } from "@/state/toasts";
import { major, track, trackedItem } from "@/state/track";
import { MAX_LINES, quantityOf, setGuestSkuIds, storedSkuIds, withQuantity } from "./guestCart";
import { tellOtherTabs } from "./otherTabs";
import { cartKey, currentCartQuery, quoteGuestCart } from "./queries";
import { seePrices } from "./pricesSeen";
import { isBlocked } from "./shownLines";
import { lift, want, wantedOf } from "./wanted";

export interface Adding {
  skuId: number;
  quantity: number;
}

export const ADDING_KEY = ["cart", "add"] as const;

/** One change after the other, so that answers do not overtake each other. */
const SCOPE = { id: "cart" };

const REFUSALS = {
  quantity_unavailable: "cart.quantityUnavailable",
  out_of_stock: "cart.outOfStock",
  unavailable: "cart.unavailable",
  price_changed: "cart.priceChanged",
} as const;

/** More of something is quoted by the server first: what it refuses is not kept. */
function refuseWhatIsNotThere(lines: readonly CartItem[], skuId: number): void {
  const line = lines.find((item) => item.skuId === skuId);
  if (line && !isBlocked(line)) return;
  const code = line?.problem ?? "unavailable";
  const sentence = known<string, PlainKey | null>(REFUSALS, code, null);
  const message = sentence === null ? line?.message : t(sentence);
  throw new ApiError(code, message ?? t("cart.unavailable"), { status: 409 });
}

async function setGuestQuantity(
  queryClient: QueryClient,
  skuId: number,
  quantity: number,
): Promise<void> {
  const before = storedSkuIds();
  const after = withQuantity(before, skuId, quantity);
  if (new Set(after).size > MAX_LINES) {
    throw new ApiError("cart_full", t("cart.full", { max: MAX_LINES }), { status: 409 });
  }
  const lines = await quoteGuestCart(after);
  // Signed in meanwhile, perhaps in another tab: what was added goes into the customer's cart.
  if (isLoggedIn()) {
    const added = quantity - quantityOf(before, skuId);
    if (added > 0) await addToCart(queryClient, { skuId, quantity: added });
    return;
  }
  // Fewer of something is always possible, also of what has sold out meanwhile.
  if (quantity > quantityOf(before, skuId)) refuseWhatIsNotThere(lines, skuId);
  seePrices(lines, skuId);
  // The answer is in the cache before the list changes, so that nobody asks for it again.
  queryClient.setQueryData(cartKey("guest", after), lines);
  // Another tab may have changed the list meanwhile: only this SKU is ours to set.
  setGuestSkuIds(withQuantity(storedSkuIds(), skuId, quantity));
}

/** Puts the list that the server answers with in place of the one that is shown to its customer. */
async function showCustomerCart(
  queryClient: QueryClient,
  answered: Promise<CartItem[]>,
): Promise<void> {
  // Whoever is signed in when the answer comes may be somebody else, or nobody.
  const customer = visitorOf(useAppState.getState());
  queryClient.setQueryData(cartKey(customer, []), await answered);
  tellOtherTabs();
}

async function addToCart(queryClient: QueryClient, { skuId, quantity }: Adding): Promise<void> {
  await sessionRestored();
  if (isLoggedIn()) {
    await showCustomerCart(queryClient, ask(api.POST("/api/carts", { body: { skuId, quantity } })));
  } else {
    await setGuestQuantity(queryClient, skuId, quantityOf(storedSkuIds(), skuId) + quantity);
  }
}

/** Brings a SKU to a quantity, whether it is in the cart or not; 0 takes it out. */
export async function bringTo(
  queryClient: QueryClient,
  skuId: number,
  quantity: number,
): Promise<void> {
  await sessionRestored();
  if (!isLoggedIn()) return setGuestQuantity(queryClient, skuId, quantity);
  const lines = queryClient.getQueryData<CartItem[]>(currentCartQuery().queryKey) ?? [];
  const line = lines.find((item) => item.skuId === skuId);
  if (line) {
    const answered =
      quantity === 0
        ? api.DELETE("/api/carts/{line_id}", { params: { path: { line_id: line.id } } })
        : api.PUT("/api/carts", { body: { id: line.id, quantity } });
    await showCustomerCart(queryClient, ask(answered));
  } else if (quantity > 0) await addToCart(queryClient, { skuId, quantity });
}

/** Adds units of a SKU to what is in the cart; the caller says what went wrong. */
export function addingOptions(queryClient: QueryClient) {
  return {
    mutationKey: ADDING_KEY,
    mutationFn: (adding: Adding) => addToCart(queryClient, adding),
    scope: SCOPE,
    onSuccess: (_: unknown, adding: Adding) => trackAdding(queryClient, adding),
  };
}

/** The sentence for a shopper whose cart did not take something. */
export function addingFailure(error: Error): string {
  return sentenceOr(error, t("cart.errorAdding"));
}

const tellAddingFailure = (error: Error) => tellFailure(addingFailure(error));

/** Adds units of a SKU to what is in the cart. */
export function useAddToCart() {
  const queryClient = useQueryClient();
  return useMutation({ ...addingOptions(queryClient), onError: tellAddingFailure });
}

/** Adds one unit, outside of a component; whether it is in the cart now. */
export async function addOne(queryClient: QueryClient, skuId: number): Promise<boolean> {
  const adding = new MutationObserver(queryClient, addingOptions(queryClient));
  try {
    await adding.mutate({ skuId, quantity: 1 });
    return true;
  } catch (error) {
    tellAddingFailure(error as Error);
    return false;
  }
}

/** Tells analytics what was added, by the line that the cart has of it now. */
function trackAdding(queryClient: QueryClient, { skuId, quantity }: Adding): void {
  const lines = queryClient.getQueryData<CartItem[]>(currentCartQuery().queryKey) ?? [];
  const line = lines.find((item) => item.skuId === skuId);
  if (!line) return;
  const { currency } = line.price;
  const value = major({ amount: line.price.amount * quantity, currency });
  const items = [trackedItem(line, quantity)];
  track("add_to_cart", { ecommerce: { currency, value, items } });
}

/**
 * Sets quantities, shown at once. Taps that come while an earlier one is under way are sent as one:
 * each change in the queue takes the newest wish, and finds nothing to do once it is fulfilled.
 */
export function useWantQuantity() {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async (skuId: number) => {
      const quantity = wantedOf(skuId);
      if (quantity === undefined) return;
      try {
        await bringTo(queryClient, skuId, quantity);
      } catch (error) {
        await queryClient.refetchQueries({ queryKey: ["cart"], type: "active" });
        if (quantity > 0) throw error;
        throw new ApiError("not_removed", sentenceOr(error, t("cart.errorDeleting")));
      } finally {
        lift(skuId, quantity);
      }
    },
    scope: SCOPE,
    onError: (error) => tellFailure(sentenceOr(error, t("cart.errorAdding"))),
  });
  return (skuId: number, quantity: number) => {
    want(skuId, quantity);
    mutate(skuId);
  };
}

/** Takes a line out at once, with a way to have it back. */
export function useRemoveLine() {
  const wantQuantity = useWantQuantity();
  return ({ skuId, title, quantity }: CartItem) => {
    wantQuantity(skuId, 0);
    tell(t("cart.removed", { title }), {
      label: t("action.undo"),
      run: () => wantQuantity(skuId, quantity),
    });
  };
}
