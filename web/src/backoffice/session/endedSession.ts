import type { Session } from "./session";

/**
 * The session of the page, also after it has ended by itself: the page stays, so that nothing that was typed is
 * lost, and requests wait until the operator has signed in again. Null before the first sign-in and after
 * signing out.
 */
let remembered: Session | null = null;
let waiting: ((signedIn: boolean) => void)[] = [];

export function rememberedSession(): Session | null {
  return remembered;
}

export function rememberSession(session: Session): void {
  remembered = session;
}

/** Called when the operator signs out: nothing on the page is kept. */
export function forgetSession(): void {
  remembered = null;
  settle(false);
}

/** Resolves with true once the same operator has signed in again. */
export function waitForSignIn(): Promise<boolean> {
  if (remembered === null) return Promise.resolve(false);
  return new Promise((resolve) => waiting.push(resolve));
}

/** Lets the requests that wait go on. */
export function resumeSession(): void {
  settle(true);
}

function settle(signedIn: boolean): void {
  const settled = waiting;
  waiting = [];
  for (const resolve of settled) resolve(signedIn);
}
