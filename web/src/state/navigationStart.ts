/** `isElsewhere`: whether the navigation leads to a page of another route. */
type Reader = (isElsewhere: boolean) => void;

/** What a page reads from its layout when a navigation begins: the browser has just shown a frame, and need not lay it out again. */
const readers = new Set<Reader>();

/** Calls `read` whenever a navigation begins, until the returned function is called. */
export function onNavigationStart(read: Reader): () => void {
  readers.add(read);
  return () => readers.delete(read);
}

export function announceNavigation(isElsewhere: boolean): void {
  for (const read of readers) read(isElsewhere);
}
