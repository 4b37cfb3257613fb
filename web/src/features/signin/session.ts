/** The customer's session: restored at the start, and kept in sync with token renewal and other tabs. */
import type { QueryClient } from "@tanstack/react-query";
import { api, unwrap, unwrapData } from "@/api/client";
import {
  accessToken,
  withRenewalLock,
  clearTokens,
  storeTokens,
  onSessionEnd,
  onTokensChange,
  RENEWAL_TIMEOUT,
  refreshToken,
  type Tokens,
} from "@/api/tokens";
import { isUnreachable } from "@/api/errors";
import type { SignedIn } from "@/api/types";
import { setGuestSkuIds, storedSkuIds } from "@/features/cart/guestCart";
import { clearOptimisticQuantities } from "@/features/cart/optimisticQuantities";
import { removeAdditionsExceptOf, setPendingAdditions } from "@/features/cart/additionQueue";
import { clearRecentSearches } from "@/features/search/suggestions/recentSearches";
import { customerKey } from "@/features/customers/queries";
import { setRecentlyViewed } from "@/features/recentlyViewed/recentlyViewed";
import { setGuestWishlist } from "@/features/wishlist/guestWishlist";
import { t } from "@/messages/t";
import { isLoggedIn, resetAppState, shopFacts, useAppState } from "@/state/appState";
import { setSessionRestore } from "@/state/waitForSession";
import { showErrorToast } from "@/state/toasts";
import { deleteCustomerCopies } from "@/storage/customerCopies";
import { onStorageChange, remove } from "@/storage/browserStorage";
import {
  ACCESS_TOKEN,
  CHECKOUT_DRAFT,
  LEFT_TO_PAY,
  PLACED_ORDER,
  REFRESH_TOKEN,
  TRACKED_PURCHASE,
  WAITING_LINE,
} from "@/storage/keys";
import { removeTab } from "@/storage/tabStorage";

/** Data of a customer in session storage. */
const CUSTOMER_TAB_KEYS = [CHECKOUT_DRAFT, LEFT_TO_PAY, PLACED_ORDER, TRACKED_PURCHASE];

/** Milliseconds until a session that could not be restored is tried again. */
const RETRY = 10_000;

let cache: QueryClient | null = null;

function applySignIn({ token, refreshToken: refresh, details }: SignedIn): void {
  // Save the tokens first: the state change triggers requests that need them.
  storeTokens({ token, refreshToken: refresh });
  useAppState.setState({ userDetails: { token, refreshToken: refresh, details } });
  // Keep a cached customer at least as fresh as the state.
  cache?.setQueryData(customerKey(String(details.id)), (cached) => cached && details);
  setRecentlyViewed((details as Partial<typeof details>).recentlyViewSkuId ?? []);
  removeAdditionsExceptOf(String(details.id));
  void deleteCustomerCopies(details.id);
}

/** Starts a session after a code or Google sign-in. The server has merged the guest cart. */
export function signIn(signedIn: SignedIn): void {
  applySignIn(signedIn);
  setGuestSkuIds([]);
  setGuestWishlist([]);
}

/** Ends the session in this browser at once, and tells the server. */
export function signOut(): void {
  const token = refreshToken();
  if (token !== null) {
    unwrap(api.POST("/auth/logout", { body: { refreshToken: token } })).catch((error: unknown) =>
      console.error("Error signing out:", error),
    );
  }
  clearTokens();
  setGuestSkuIds([]);
  setPendingAdditions([]);
  setRecentlyViewed([]);
  clearRecentSearches();
  remove(WAITING_LINE);
  CUSTOMER_TAB_KEYS.forEach(removeTab);
}

/**
 * Loads the customer of the stored tokens. That may renew the tokens, so only one tab does it at a
 * time. An answer is used only if the tokens are still the same: another tab may have signed out, or
 * signed in as somebody else, in the meantime.
 */
async function restore(): Promise<void> {
  const jwtToken = accessToken();
  if (jwtToken === null) return;
  const sentRefreshToken = refreshToken() ?? "";
  try {
    const data = await unwrapData(
      api.POST("/auth/loggedInUserDetails", {
        body: { jwtToken, refreshToken: sentRefreshToken },
        signal: AbortSignal.timeout(RENEWAL_TIMEOUT),
      }),
    );
    if (accessToken() !== jwtToken || (refreshToken() ?? "") !== sentRefreshToken) {
      await restore();
      return;
    }
    if (data.status) applySignIn(data.output);
    else clearTokens();
  } catch (error) {
    // Keep the tokens: the server may be available again soon, or at the next visit.
    console.error("Error fetching user details:", error);
    if (isUnreachable(error)) await restoreOffline(jwtToken, sentRefreshToken);
    if (!isLoggedIn()) setTimeout(restoreForAll, RETRY);
  }
}

/** Restores the session, for which everything that depends on it waits. */
function restoreForAll(): void {
  setSessionRestore(withRenewalLock(restore));
}

/** Without a connection, the customer is as stored; the session is checked when the network is back. */
async function restoreOffline(token: string, sentRefreshToken: string): Promise<void> {
  const offline = await import("./offlineCustomer").catch(() => null);
  const details = (await offline?.storedCustomer()) ?? null;
  if (details === null || accessToken() !== token) return;
  useAppState.setState({ userDetails: { token, refreshToken: sentRefreshToken, details } });
  window.addEventListener("online", restoreForAll, { once: true });
}

/** Updates the state after this tab or another one changed the tokens. */
function syncTokens(queryClient: QueryClient, tokens: Tokens | null): void {
  const { userDetails } = useAppState.getState();
  if (userDetails === null) return;
  if (tokens === null) forgetCustomer(queryClient);
  else useAppState.setState({ userDetails: { ...userDetails, ...tokens } });
}

/** Handles tokens changed by another tab; without a key anything may have changed. */
function syncFromOtherTab(queryClient: QueryClient, key: string | null): void {
  const token = accessToken();
  const shown = useAppState.getState().userDetails;
  if (token === null) syncTokens(queryClient, null);
  else if (shown === null) {
    // The access token is written last: only then is the session complete.
    if (key !== REFRESH_TOKEN) restoreForAll();
  } else if (key === null && token !== shown.token) {
    syncTokens(queryClient, null);
    restoreForAll();
  } else syncTokens(queryClient, { token, refreshToken: refreshToken() ?? "" });
}

/** Restores the session, and from then on keeps the state in sync with the tokens. */
export function startSession(queryClient: QueryClient): void {
  cache = queryClient;
  onTokensChange((tokens) => {
    if (tokens === null) void deleteCustomerCopies();
    syncTokens(queryClient, tokens);
  });
  onSessionEnd(() => showErrorToast(t("signin.sessionEnded")));
  onStorageChange((key) => {
    if (key === ACCESS_TOKEN || key === REFRESH_TOKEN || key === null) {
      syncFromOtherTab(queryClient, key);
    }
  });
  if (accessToken() !== null) restoreForAll();
}

/** Removes everything of the customer from state and cache when the session ends, in any tab. */
function forgetCustomer(queryClient: QueryClient): void {
  resetAppState({ ...shopFacts(), guestCartItem: storedSkuIds() });
  clearOptimisticQuantities();
  queryClient.removeQueries({
    predicate: ({ queryKey }) =>
      queryKey[0] !== "catalog" && queryKey[0] !== "content" && queryKey[0] !== "shop",
  });
}
