/**
 * Local storage that may be blocked, full, missing (on a server) or filled with rubbish by anyone.
 * What cannot be stored is kept for the life of the page, so that the shop works all the same.
 */
const kept = new Map<string, string>();

function store(): Storage | null {
  try {
    return typeof window === "undefined" ? null : window.localStorage;
  } catch {
    return null; // A browser that blocks storage throws at the mere mention of it.
  }
}

export function read(key: string): string | null {
  const held = kept.get(key);
  if (held !== undefined) return held;
  try {
    return store()?.getItem(key) ?? null;
  } catch {
    return null; // The storage went away while the page was open.
  }
}

/** Keeps a value, and says whether it will outlive the page. */
export function write(key: string, value: string): boolean {
  try {
    const storage = store();
    if (!storage) throw new Error("no storage");
    storage.setItem(key, value);
    kept.delete(key);
    return true;
  } catch {
    kept.set(key, value); // Blocked or full: remembered until the page is left.
    return false;
  }
}

export function remove(key: string): void {
  kept.delete(key);
  try {
    store()?.removeItem(key);
  } catch {
    kept.delete(key); // Blocked storage has nothing to remove.
  }
}

/** A list stored as JSON; anything that is not of the wanted kind is left out. */
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
 * Tells of changes made by other tabs; `key` is null when everything was cleared, and when the page
 * comes back out of the browser's memory, where it has heard nothing.
 */
export function onOtherTab(listener: (key: string | null) => void): () => void {
  if (typeof window === "undefined") return () => undefined;
  const heard = (event: StorageEvent) => {
    if (event.storageArea !== store()) return;
    if (event.key === null) kept.clear();
    else kept.delete(event.key);
    listener(event.key);
  };
  const cameBack = (event: PageTransitionEvent) => {
    if (event.persisted) listener(null);
  };
  window.addEventListener("storage", heard);
  window.addEventListener("pageshow", cameBack);
  return () => {
    window.removeEventListener("storage", heard);
    window.removeEventListener("pageshow", cameBack);
  };
}
