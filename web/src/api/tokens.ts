/**
 * Access and refresh token, in local storage, shared by all tabs. All requests and tabs that need a
 * renewal at the same time share one: each use rotates the refresh token, and a second use of an old one
 * ends the session.
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
/** Milliseconds; also the longest that a tab waits for the renewal of another one. */
export const RENEWAL_TIMEOUT = 20_000;
/** Statuses that mean that the refresh token is invalid. Other errors are transient. */
const INVALID_TOKEN = new Set([400, 401, 422]);

const SENDABLE = /^[\x21-\x7e]+$/;

const listeners = new Set<Listener>();
const endListeners = new Set<() => void>();
let renewal: Promise<string | null> | null = null;

/** The stored token; null if it has characters that no header can carry. */
export function accessToken(): string | null {
  const token = read(ACCESS_TOKEN);
  return token !== null && SENDABLE.test(token) ? token : null;
}

export function refreshToken(): string | null {
  return read(REFRESH_TOKEN);
}

/**
 * Stores both tokens. The access token is written last, because other tabs react to it and then need the
 * refresh token.
 */
export function storeTokens(tokens: Tokens): void {
  write(REFRESH_TOKEN, tokens.refreshToken);
  write(ACCESS_TOKEN, tokens.token);
  listeners.forEach((listener) => listener(tokens));
}

/** Removes both tokens. The access token goes first: without it no tab uses the other. */
export function clearTokens(): void {
  remove(ACCESS_TOKEN);
  remove(REFRESH_TOKEN);
  listeners.forEach((listener) => listener(null));
}

/** Calls the listener when this tab stores or clears tokens. Returns a function that stops it. */
export function onTokensChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls the listener when the server has ended the session. Returns a function that stops it. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/**
 * Returns a new access token for one that the server refused, or null if the session is over. Rejects on
 * a network error; the tokens then stay.
 */
export function renewToken(refused: string): Promise<string | null> {
  renewal ??= withRenewalLock(() => renew(refused)).finally(() => {
    renewal = null;
  });
  return renewal;
}

/** Runs `work` in one tab at a time, if the browser supports locks. */
export async function withRenewalLock<Result>(work: () => Promise<Result>): Promise<Result> {
  // Absent on plain HTTP and in old browsers, contrary to the DOM types.
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? await locks.request(LOCK, work) : work();
}

async function renew(refused: string): Promise<string | null> {
  const current = accessToken();
  if (current !== null && current !== refused) return current; // Another tab has renewed it.
  const used = refreshToken();
  if (current === null || used === null) return null;
  const response = await fetch(`${baseUrl()}/auth/refresh`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ refreshToken: used }),
    signal: AbortSignal.timeout(RENEWAL_TIMEOUT),
  });
  const output = response.ok ? ((await response.json()) as { output: Tokens }).output : null;
  if (refreshToken() !== used) {
    // During the request this or another tab has signed out, signed in or renewed: what is stored stays.
    // If only one of the other tab's tokens is visible yet, the new token of this response is used.
    const stored = accessToken();
    return stored === refused ? (output?.token ?? null) : stored;
  }
  if (output !== null) {
    storeTokens(output);
    return output.token;
  }
  if (INVALID_TOKEN.has(response.status)) {
    clearTokens();
    endListeners.forEach((listener) => listener());
  }
  return null;
}
