let restoring: Promise<void> = Promise.resolve();

/**
 * Resolves when the session is restored. Never rejects. Changes that depend on whether the visitor is
 * signed in wait for it: after a reload a customer looks like a guest until the server has responded.
 */
export function waitForSession(): Promise<void> {
  return restoring;
}

export function setSessionRestore(next: Promise<void>): void {
  restoring = next;
}

let retry = waitForSession;

/** Restores the session again if that has failed. Never rejects. */
export function retrySession(): Promise<void> {
  return retry();
}

export function setSessionRetry(next: () => Promise<void>): void {
  retry = next;
}
