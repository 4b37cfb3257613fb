/** Decides what the worker does with a request, and which responses it may store. No browser objects. */

export type Kind = "page" | "asset" | "picture" | "catalog" | "customer";

export interface RequestFacts {
  method: string;
  url: URL;
  /** `navigate` for pages. */
  mode: string;
  hasRange: boolean;
  authorization: string | null;
}

/** Pages that contain or change something private, or belong to other applications; never handled. */
const OTHER_PAGES = /^\/(backoffice|payments|outbox|media|api|auth|feeds|icons)(\/|$)/;
/** Pages that are the same for everybody and worth reading offline. The others open as the shell. */
const PUBLIC_PAGES =
  /^\/($|(products|blogs|page|c\/collections|sa\/collections|s\/collections|collections|collection)(\/|$)|(search|faqs|contact-us|return-and-exchange|terms-and-conditions)$)/;
/** Parameters of previews and of links from emails. */
const PERSONAL_PARAMETERS = ["key", "preview", "token", "code", "email"];

/** Public readings, of which the server says by `Cache-Control: public` whether they may be stored. */
const CATALOG =
  /^\/api\/(home|categories|products|blogs|faqs|pages|head|frame|size-guides|company-details|switcheshop-details|credentials\/applicability)(\/|$)/;
/** One for every letter that is typed. */
const SUGGESTIONS = "/api/products/suggest";

/** A customer's own readings: orders with their documents, and the cart. */
const CUSTOMER =
  /^\/api\/(carts|orders|orders\/[\w-]+(\/(returns|invoice|documents(\/[\w-]+)?))?)$/;

/** What kind of request the worker handles this as; null leaves it to the browser. */
export function kindOf(facts: RequestFacts, origin: string): Kind | null {
  const { method, url, mode, hasRange } = facts;
  if (method !== "GET" || url.origin !== origin || hasRange) return null;
  const { pathname } = url;
  if (mode === "navigate") return OTHER_PAGES.test(pathname) || isFile(pathname) ? null : "page";
  if (pathname.startsWith("/assets/")) return "asset";
  if (pathname.startsWith("/media/")) return "picture";
  if (hasPersonalParameter(url)) return null;
  if (CUSTOMER.test(pathname)) return facts.authorization === null ? null : "customer";
  return CATALOG.test(pathname) && pathname !== SUGGESTIONS && !isPrivateHead(url)
    ? "catalog"
    : null;
}

/** The head of a page such as an order's, which is public but names the order. */
function isPrivateHead(url: URL): boolean {
  if (url.pathname !== "/api/head") return false;
  return !isStorablePage(new URL(url.searchParams.get("path") ?? "", url));
}

/** robots.txt, sitemap.xml, … */
function isFile(pathname: string): boolean {
  return /^\/[^/]+\.\w+$/.test(pathname);
}

function hasPersonalParameter(url: URL): boolean {
  return PERSONAL_PARAMETERS.some((name) => url.searchParams.has(name));
}

/** Whether a page may be stored: it is public, and nothing in its address belongs to one person. */
export function isStorablePage(url: URL): boolean {
  return PUBLIC_PAGES.test(url.pathname) && !hasPersonalParameter(url);
}

interface Answered {
  status: number;
  type: string;
  redirected: boolean;
  headers: { get: (name: string) => string | null };
}

/**
 * Whether a response may be stored. A customer's own data is sent with `no-store`, so that no HTTP cache
 * keeps it after sign-out; the worker's copy is deleted then.
 */
export function isStorable(kind: Kind, { status, type, redirected, headers }: Answered): boolean {
  if (status !== 200 || type !== "basic" || redirected) return false;
  const control = headers.get("Cache-Control") ?? "";
  if (kind === "customer") return true;
  if (/\b(no-store|private)\b/.test(control)) return false;
  return kind === "asset" || kind === "picture" || /\bpublic\b/.test(control);
}

/** The customer that an access token belongs to, as the key of what is stored; the server checks tokens. */
export function customerOf(authorization: string | null): string | null {
  const claims = /^Bearer [\w-]+\.([\w-]+)\.[\w-]+$/.exec(authorization ?? "")?.[1];
  if (claims === undefined) return null;
  try {
    const { sub } = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))) as {
      sub?: unknown;
    };
    return typeof sub === "string" && /^\d{1,19}$/.test(sub) ? sub : null;
  } catch {
    return null; // Not a token of this shop.
  }
}

/** The entries to delete, oldest first, so that a cache stays within its limits. */
export function surplus<Entry extends { bytes: number }>(
  oldestFirst: readonly Entry[],
  limit: { count: number; bytes: number },
): Entry[] {
  let count = oldestFirst.length;
  let bytes = oldestFirst.reduce((sum, entry) => sum + entry.bytes, 0);
  return oldestFirst.filter((entry) => {
    if (count <= limit.count && bytes <= limit.bytes) return false;
    count -= 1;
    bytes -= entry.bytes;
    return true;
  });
}
