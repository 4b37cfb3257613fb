/** Names and messages that pages and the service worker share. Both run in different builds at times. */

/** All of the shop's caches start with this, so that switching the worker off finds them. */
export const CACHE_PREFIX = "stallage-";
/** Followed by a customer's id: their orders, invoices and cart. There is one at most. */
export const CUSTOMER_CACHE = `${CACHE_PREFIX}customer-`;
/** Held while a customer's cache is written or deleted, so that a late response does not bring it back. */
export const CUSTOMER_LOCK = "stallage-customer-cache";
/**
 * Shared by what writes to a cache. A page that removes the worker holds it alone, until it is closed: a
 * worker runs on while it controls pages, and would create the caches again.
 */
export const STORING_LOCK = "stallage-storing";
/** Under this address a customer's cache has their details, to show the account offline. */
export const CUSTOMER_DETAILS = "/offline/customer";
/** ISO time at which a response was stored, as its header. */
export const STORED_AT = "X-Stored-At";
/** Tag of a background sync: the browser is online and additions to the cart are waiting. */
export const SYNC_TAG = "stallage-cart";

/** From a page to a worker. */
export type PageMessage =
  /** The page has started; `entry` is its script, by which builds differ. Answered with `WorkerState`. */
  | { type: "started"; entry: string }
  /** What the page loaded before the worker controlled it. */
  | { type: "seen"; urls: string[] }
  /** The shopper wants the new version: activate unless another tab needs the old one. */
  | { type: "takeOver" };

export interface WorkerState {
  /** Whether the worker belongs to the same build as the page. */
  isSameBuild: boolean;
  /** When the page itself was stored, if it came from storage. */
  pageStoredAt: string | null;
}

/** From the worker to a page. */
export type WorkerMessage = { type: "fromStorage"; storedAt: string } | { type: "sendAdditions" };
