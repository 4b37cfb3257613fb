import { useCallback, useState, useSyncExternalStore } from "react";
import { useHydrated } from "./useHydrated";

/**
 * Whether a part is rendered that a style sheet hides unless the media query matches. What the server has
 * rendered stays.
 */
export function useIsShownAt(query: string): boolean {
  const [isFromServer] = useState(!useHydrated());
  const matches = useSyncExternalStore(
    useCallback(
      (notify: () => void) => {
        const list = window.matchMedia(query);
        list.addEventListener("change", notify);
        return () => list.removeEventListener("change", notify);
      },
      [query],
    ),
    () => window.matchMedia(query).matches,
    () => true,
  );
  return isFromServer || matches;
}
