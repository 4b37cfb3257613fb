/**
 * The visitor's tokens, kept raw in local storage and shared by all tabs. Renewal happens once for
 * any number of requests and tabs that need it at the same moment: the refresh token is rotated at
 * each use, and a second use of an old one would end the whole session.
 */
import { read, remove, write } from "@/storage/browserStorage";
import { ACCESS_TOKEN, REFRESH_TOKEN } from "@/storage/keys";
import { baseUrl } from "./baseUrl";

export interface Tokens {
  token: string;
  refreshToken: string;
}

type Listener = (tokens: Tokens | null) => void;

const LOCK = "stallage-token-renewal";
/** No tab waits longer than this for another one that got no answer. */
export const PATIENCE = 20_000;
/** With these the server says that the refresh token is worth nothing; any other failure may pass. */
const REFUSED = new Set([400, 401, 422]);

const SENDABLE = /^[\x21-\x7e]+$/;

const listeners = new Set<Listener>();
const endListeners = new Set<() => void>();
let renewal: Promise<string | null> | null = null;

/** The stored token; what no header can carry was not written by the shop and counts for nothing. */
export function accessToken(): string | null {
  const token = read(ACCESS_TOKEN);
  return token !== null && SENDABLE.test(token) ? token : null;
}

export function refreshToken(): string | null {
  return read(REFRESH_TOKEN);
}

/**
 * Keeps both. The access token is written last: other tabs act on it, and a tab that sees it without
 * its refresh token would ask about half a session and be told that there is none.
 */
export function keepTokens(tokens: Tokens): void {
  write(REFRESH_TOKEN, tokens.refreshToken);
  write(ACCESS_TOKEN, tokens.token);
  listeners.forEach((listener) => listener(tokens));
}

/** Forgets both, the access token first: without it the other is not used by any tab. */
export function dropTokens(): void {
  remove(ACCESS_TOKEN);
  remove(REFRESH_TOKEN);
  listeners.forEach((listener) => listener(null));
}

/** Hears of tokens that were renewed or dropped in this tab. */
export function onTokens(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hears that the server ended the session, which the shopper did not ask for. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/**
 * A good access token in place of one that the server refused, or null where there is none to be
 * had. Where the renewal itself cannot be reached, the tokens stay for a better moment.
 */
export function renewedToken(refused: string): Promise<string | null> {
  renewal ??= alone(() => renew(refused)).finally(() => {
    renewal = null;
  });
  return renewal;
}

/** One tab at a time uses the refresh token, where the browser has locks. */
export async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  // Absent on plain http and in old browsers, whatever the types promise.
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? await locks.request(LOCK, work) : work();
}

async function renew(refused: string): Promise<string | null> {
  const present = accessToken();
  if (present !== null && present !== refused) return present; // Another tab was quicker.
  const spent = refreshToken();
  if (present === null || spent === null) return null;
  const response = await fetch(`${baseUrl()}/auth/refresh`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ refreshToken: spent }),
    signal: AbortSignal.timeout(PATIENCE),
  });
  const output = response.ok ? ((await response.json()) as { output: Tokens }).output : null;
  if (refreshToken() !== spent) {
    // Signed out, signed in anew or renewed by another tab while the answer was on its way: what is
    // stored stays. A tab may see another one's tokens one by one; until then this answer serves.
    const stored = accessToken();
    return stored === refused ? (output?.token ?? null) : stored;
  }
  if (output !== null) {
    keepTokens(output);
    return output.token;
  }
  if (REFUSED.has(response.status)) {
    dropTokens();
    endListeners.forEach((listener) => listener());
  }
  return null;
}
