import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { useAddressSearch } from "./addressSearch";

/** What names panels in addresses. One panel is open at a time. */
const KEYS = ["panel", "new"] as const;
export type PanelKey = (typeof KEYS)[number];

/** State of history entries that opening a panel has added. */
const ADDED = { addedByPanel: true };

function isAdded(state: unknown): boolean {
  return (state as Partial<typeof ADDED> | null)?.addedByPanel === true;
}

/**
 * The open panel, in the address under `key`; null if none is open. So a link can open it, and Back closes it:
 * opening adds a history entry, which closing takes away again.
 */
export function usePanelAddress(
  key: PanelKey = "panel",
): [string | null, (value: string | null) => void] {
  const [search, changeSearch] = useAddressSearch();
  const { state } = useLocation() as { state: unknown };
  const navigate = useNavigate();
  const latest = useRef<{ search: URLSearchParams; state: unknown } | null>(null);
  // Not a passive effect, which on a slow machine runs after the first press.
  useLayoutEffect(() => {
    latest.current = { search, state };
    // A request may answer after the page was left; it then closes nothing.
    return () => void (latest.current = null);
  }, [search, state]);
  const set = (value: string | null) => {
    const now = latest.current;
    if (now === null || value === now.search.get(key)) return;
    if (value === null && isAdded(now.state)) {
      void navigate(-1);
      return;
    }
    const isOpen = KEYS.some((one) => now.search.has(one));
    changeSearch(
      (next) => {
        for (const one of KEYS) next.delete(one);
        if (value !== null) next.set(key, value);
      },
      isOpen
        ? { replace: true, state: now.state, preventScrollReset: true }
        : { state: ADDED, preventScrollReset: true },
    );
  };
  return [search.get(key), set];
}
