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
