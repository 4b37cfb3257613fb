/**
 * Access to local storage, which may be blocked, full, missing (on a server) or contain anything. Values
 * that cannot be stored are kept in memory until the page is left.
 */
const inMemory = new Map<string, string>();

function store(): Storage | null {
  try {
    return typeof window === "undefined" ? null : window.localStorage;
  } catch {
    return null; // Browsers that block storage throw on access.
  }
}

export function read(key: string): string | null {
  const value = inMemory.get(key);
  if (value !== undefined) return value;
  try {
    return store()?.getItem(key) ?? null;
  } catch {
    return null; // Blocked while the page was open.
  }
}

/** Stores a value. Returns false if it could only be kept in memory. */
export function write(key: string, value: string): boolean {
  try {
    const storage = store();
    if (!storage) throw new Error("no storage");
    storage.setItem(key, value);
    inMemory.delete(key);
    return true;
  } catch {
    inMemory.set(key, value); // Blocked or full.
    return false;
  }
}

export function remove(key: string): void {
  inMemory.delete(key);
  try {
    store()?.removeItem(key);
  } catch {
    inMemory.delete(key); // Blocked storage has nothing to remove.
  }
}

/** Reads a list stored as JSON. Skips invalid items. */
export function readList<T>(key: string, isItem: (value: unknown) => value is T): T[] {
  const text = read(key);
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isItem) : [];
  } catch {
    return [];
  }
}

/**
 * Calls the listener when another tab changes a value. `key` is null when all values may have changed: the
 * storage was cleared, or the page was restored from the back/forward cache, where it gets no events.
 * Returns a function that stops it.
 */
export function onStorageChange(listener: (key: string | null) => void): () => void {
  if (typeof window === "undefined") return () => undefined;
  const handleStorage = (event: StorageEvent) => {
    if (event.storageArea !== store()) return;
    if (event.key === null) inMemory.clear();
    else inMemory.delete(event.key);
    listener(event.key);
  };
  const handlePageShow = (event: PageTransitionEvent) => {
    if (event.persisted) listener(null);
  };
  window.addEventListener("storage", handleStorage);
  window.addEventListener("pageshow", handlePageShow);
  return () => {
    window.removeEventListener("storage", handleStorage);
    window.removeEventListener("pageshow", handlePageShow);
  };
}
