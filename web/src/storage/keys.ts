/** Keys of local storage; see `docs/browser-storage.md`. */
export const ACCESS_TOKEN = "accessToken";
export const REFRESH_TOKEN = "refreshToken";
export const GUEST_CART = "guestCartSkuIds";
export const GUEST_PRICES = "guestCartPrices";
export const PROMO_CODE = "promoCode";
export const GUEST_WISHLIST = "guestWishlistSkuIds";
export const GUEST_GIFT_CARDS = "guestCartGiftCards";
export const RECENTLY_VIEWED = "recentlyViewedSkuIds";
/** Not removed at sign-out, so that a customer's device stays known. */
export const DEVICE_KEY = "deviceKey";
export const MODULE_RELOADED = "moduleReloaded";
export const THEME = "theme";
export const RECENT_SEARCHES = "recentSearches";
export const POSTAL_CODE = "postalCode";
export const COMPARED_PRODUCTS = "comparedProducts";
export const SIZE_UNIT = "sizeUnit";
export const PENDING_ADDITIONS = "pendingCartAdditions";
export const DISMISSED_ANNOUNCEMENT = "dismissedAnnouncement";
export const WAITING_LINE = "waitingLine";

/** Keys of session storage. */
export const PENDING_CODE = "pendingCode";
export const CHECKOUT_DRAFT = "checkoutDraft";
export const PLACED_ORDER = "placedOrder";
export const GIFT_CARD_NOW = "giftCardNow";
export const LEFT_TO_PAY = "leftToPay";
export const TRACKED_PURCHASE = "trackedPurchase";
export const NEXT_STEPS_HIDDEN = "nextStepsHidden";
/** Of the tab: where its pages were scrolled to; React Router writes it. */
export const SCROLL_POSITIONS = "react-router-scroll-positions";
