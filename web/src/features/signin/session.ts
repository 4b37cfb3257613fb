/** Who the visitor is: restored at the start, followed through renewals and other tabs. */
import type { QueryClient } from "@tanstack/react-query";
import { api, ask, askData } from "@/api/client";
import {
  accessToken,
  alone,
  dropTokens,
  keepTokens,
  onSessionEnd,
  onTokens,
  PATIENCE,
  refreshToken,
  type Tokens,
} from "@/api/tokens";
import type { SignedIn } from "@/api/types";
import { setGuestSkuIds, storedSkuIds } from "@/features/cart/guestCart";
import { forgetWanted } from "@/features/cart/wanted";
import { forgetSearches } from "@/features/catalog/recentSearches";
import { customerKey } from "@/features/customers/queries";
import { setRecentlyViewed } from "@/features/recentlyViewed/list";
import { setGuestWishlist } from "@/features/wishlist/guestWishlist";
import { t } from "@/messages/t";
import { resetAppState, shopFacts, useAppState } from "@/state/appState";
import { setRestoring } from "@/state/sessionRestored";
import { tellFailure } from "@/state/toasts";
import { onOtherTab } from "@/storage/browserStorage";
import {
  ACCESS_TOKEN,
  CHECKOUT_DRAFT,
  LEFT_TO_PAY,
  PLACED_ORDER,
  REFRESH_TOKEN,
  TRACKED_PURCHASE,
} from "@/storage/keys";
import { removeTab } from "@/storage/tabStorage";

/** What a customer leaves in a tab. */
const OWN_IN_TAB = [CHECKOUT_DRAFT, LEFT_TO_PAY, PLACED_ORDER, TRACKED_PURCHASE];

let cache: QueryClient | null = null;

function welcome({ token, refreshToken: refresh, details }: SignedIn): void {
  // The tokens come first: what the changed state sets off is asked as the customer.
  keepTokens({ token, refreshToken: refresh });
  useAppState.setState({ userDetails: { token, refreshToken: refresh, details } });
  // A customer that is in the cache already is not older there than in the state.
  cache?.setQueryData(customerKey(String(details.id)), (cached) => cached && details);
  setRecentlyViewed((details as Partial<typeof details>).recentlyViewSkuId ?? []);
}

/** Takes a visitor in after a code or Google proved who it is; the guest's cart has been merged. */
export function signIn(signedIn: SignedIn): void {
  welcome(signedIn);
  setGuestSkuIds([]);
  setGuestWishlist([]);
}

/** Ends the session here at once, and at the server as soon as it can be reached. */
export function signOut(): void {
  const spent = refreshToken();
  if (spent !== null) {
    ask(api.POST("/auth/logout", { body: { refreshToken: spent } })).catch((error: unknown) =>
      console.error("Error signing out:", error),
    );
  }
  dropTokens();
  setGuestSkuIds([]);
  setRecentlyViewed([]);
  forgetSearches();
  OWN_IN_TAB.forEach(removeTab);
}

/**
 * Asks who the stored tokens speak of. Tokens near their end are renewed by that, so one tab asks at
 * a time. An answer counts only for the tokens that were asked about: another tab may have signed
 * out, or somebody else in, while it was on its way.
 */
async function restore(): Promise<void> {
  const jwtToken = accessToken();
  if (jwtToken === null) return;
  const asked = refreshToken() ?? "";
  try {
    const data = await askData(
      api.POST("/auth/loggedInUserDetails", {
        body: { jwtToken, refreshToken: asked },
        signal: AbortSignal.timeout(PATIENCE),
      }),
    );
    if (accessToken() !== jwtToken || (refreshToken() ?? "") !== asked) {
      await restore();
      return;
    }
    if (data.status) welcome(data.output);
    else dropTokens();
  } catch (error) {
    // The tokens stay: the next visit may find the server well again.
    console.error("Error fetching user details:", error);
  }
}

/** Puts the state in step with the tokens that this tab or another one has changed. */
function follow(queryClient: QueryClient, tokens: Tokens | null): void {
  const { userDetails } = useAppState.getState();
  if (userDetails === null) return;
  if (tokens === null) forgetCustomer(queryClient);
  else useAppState.setState({ userDetails: { ...userDetails, ...tokens } });
}

/** What another tab did to the tokens; without a key anything may have happened meanwhile. */
function followOtherTab(queryClient: QueryClient, key: string | null): void {
  const token = accessToken();
  const shown = useAppState.getState().userDetails;
  if (token === null) follow(queryClient, null);
  else if (shown === null) {
    // The access token is written last: only then is there a whole session to ask about.
    if (key !== REFRESH_TOKEN) setRestoring(alone(restore));
  } else if (key === null && token !== shown.token) {
    follow(queryClient, null);
    setRestoring(alone(restore));
  } else follow(queryClient, { token, refreshToken: refreshToken() ?? "" });
}

/** Restores the visitor, and keeps the state in step with the tokens from then on. */
export function startSession(queryClient: QueryClient): void {
  cache = queryClient;
  onTokens((tokens) => follow(queryClient, tokens));
  onSessionEnd(() => tellFailure(t("signin.sessionEnded")));
  onOtherTab((key) => {
    if (key === ACCESS_TOKEN || key === REFRESH_TOKEN || key === null) {
      followOtherTab(queryClient, key);
    }
  });
  setRestoring(accessToken() === null ? Promise.resolve() : alone(restore));
}

/** Nothing of a customer stays in the state or the cache when the session ends, in any tab. */
function forgetCustomer(queryClient: QueryClient): void {
  resetAppState({ ...shopFacts(), guestCartItem: storedSkuIds() });
  forgetWanted();
  queryClient.removeQueries({
    predicate: ({ queryKey }) =>
      queryKey[0] !== "catalog" && queryKey[0] !== "content" && queryKey[0] !== "shop",
  });
}
