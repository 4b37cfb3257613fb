/** Everything that the shop keeps in the browser, by name. */
export const ACCESS_TOKEN = "accessToken";
export const REFRESH_TOKEN = "refreshToken";
export const GUEST_CART = "guestCartSkuIds";
export const GUEST_PRICES = "guestCartPrices";
export const GUEST_GIFT_CARDS = "guestCartGiftCards";
export const RECENTLY_VIEWED = "recentlyViewedSkuIds";
export const MODULE_RELOADED = "moduleReloaded";
export const THEME = "theme";
export const RECENT_SEARCHES = "recentSearches";

/** What one tab keeps, in session storage. */
export const PENDING_CODE = "pendingCode";
export const PENDING_WISH = "pendingWish";
export const CHECKOUT_DRAFT = "checkoutDraft";
export const PLACED_ORDER = "placedOrder";
export const GIFT_CARD_NOW = "giftCardNow";
export const LEFT_TO_PAY = "leftToPay";
export const NEXT_STEPS_HIDDEN = "nextStepsHidden";
