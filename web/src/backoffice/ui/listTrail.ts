import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router";

const KEY = "stallage.backoffice.trail";

/** The list that a record was opened from: its address and the rows' addresses in order. */
interface Trail {
  back: string;
  hrefs: string[];
}

/** Called by a list when a row is opened. */
export function rememberTrail(trail: Trail): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(trail));
  } catch {
    // Blocked or full: the record has no neighbours then.
  }
}

function readTrail(): Trail | null {
  try {
    const value = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Trail | null;
    return value !== null && Array.isArray(value.hrefs) ? value : null;
  } catch {
    return null;
  }
}

export interface ListNeighbours {
  previous: string | null;
  next: string | null;
  /** The list as it was left, or undefined if the record was not opened from one. */
  back: string | undefined;
  go: (href: string) => void;
}

/** The rows before and after the current address in the list that it was opened from. */
export function useListNeighbours(): ListNeighbours {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return useMemo(() => {
    const trail = readTrail();
    const index = trail?.hrefs.indexOf(pathname) ?? -1;
    const found = index < 0 ? null : trail;
    return {
      previous: found?.hrefs[index - 1] ?? null,
      next: found?.hrefs[index + 1] ?? null,
      back: found?.back,
      // Back then still returns to the list.
      go: (href: string) => void navigate(href, { replace: true }),
    };
  }, [pathname, navigate]);
}

/** The row to return to: the one that was opened last from this list. */
export function lastOpened(back: string): string | null {
  try {
    return readTrail()?.back === back ? sessionStorage.getItem(`${KEY}.row`) : null;
  } catch {
    return null;
  }
}

export function rememberRow(id: string): void {
  try {
    sessionStorage.setItem(`${KEY}.row`, id);
  } catch {
    // As above.
  }
}
