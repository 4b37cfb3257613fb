/** What a page reads from its layout when a navigation begins: the browser has just shown a frame, and need not lay it out again. */
const readers = new Set<() => void>();

/** Calls `read` whenever a navigation begins, until the returned function is called. */
export function onNavigationStart(read: () => void): () => void {
  readers.add(read);
  return () => readers.delete(read);
}

export function announceNavigation(): void {
  for (const read of readers) read();
}
