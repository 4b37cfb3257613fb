/** What one tab keeps across reloads and forgets when it is closed. Blocked storage keeps nothing. */
function store(): Storage | null {
  try {
    return typeof window === "undefined" ? null : window.sessionStorage;
  } catch {
    return null; // A browser that blocks storage throws at the mere mention of it.
  }
}

/** A value stored as JSON, or null where there is none of the wanted kind. */
export function readTab<T>(key: string, isKind: (value: unknown) => value is T): T | null {
  try {
    const text = store()?.getItem(key) ?? null;
    const value: unknown = text === null ? null : JSON.parse(text);
    return isKind(value) ? value : null;
  } catch {
    return null; // Not JSON: somebody else wrote it.
  }
}

export function writeTab(key: string, value: unknown): void {
  try {
    store()?.setItem(key, JSON.stringify(value));
  } catch {
    return; // Full or blocked: the page works on without it until it is left.
  }
}

export function removeTab(key: string): void {
  try {
    store()?.removeItem(key);
  } catch {
    return; // Blocked storage has nothing to remove.
  }
}
