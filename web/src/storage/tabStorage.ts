/** Access to session storage, which belongs to one tab and survives reloads. May be blocked. */
function store(): Storage | null {
  try {
    return typeof window === "undefined" ? null : window.sessionStorage;
  } catch {
    return null; // Browsers that block storage throw on access.
  }
}

/** Reads a value stored as JSON; null if it is missing or invalid. */
export function readTab<T>(key: string, isKind: (value: unknown) => value is T): T | null {
  try {
    const text = store()?.getItem(key) ?? null;
    const value: unknown = text === null ? null : JSON.parse(text);
    return isKind(value) ? value : null;
  } catch {
    return null; // Not JSON.
  }
}

export function writeTab(key: string, value: unknown): void {
  try {
    store()?.setItem(key, JSON.stringify(value));
  } catch {
    return; // Full or blocked.
  }
}

export function removeTab(key: string): void {
  try {
    store()?.removeItem(key);
  } catch {
    return; // Blocked storage has nothing to remove.
  }
}
