import { useCallback, useState, useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * Whether an element may have its images: on the server and while React takes its page over, and later once
 * it is in the document, before the browser paints. `ref` is for the element.
 *
 * Chromium keeps every image that was ever put into a `picture`, even outside of the document, with all
 * elements around it, until it is removed from there. React creates the elements of a page and drops them
 * whenever it starts a render again; what it adds to elements in the document is never dropped.
 */
export function useMounted(): { isMounted: boolean; ref: () => void } {
  const isFromServer = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [isMounted, setIsMounted] = useState(isFromServer);
  return { isMounted, ref: useCallback(() => setIsMounted(true), []) };
}
