/** Whether it is known yet who the visitor is. */
let restoring: Promise<void> = Promise.resolve();

/**
 * Settles when it is known whether the visitor is signed in. Never fails. A change that depends on it
 * waits for this: after a reload a customer is taken for a guest until the server has answered.
 */
export function sessionRestored(): Promise<void> {
  return restoring;
}

export function setRestoring(next: Promise<void>): void {
  restoring = next;
}
