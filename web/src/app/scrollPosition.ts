/** Where pages are scrolled to. */
import type { DataRouter, Location } from "react-router";
import { searchOf } from "@/state/addressSearch";
import { SCROLL_POSITIONS } from "@/storage/keys";
import { readTab, writeTab } from "@/storage/tabStorage";

/** The first history entry of every document has the key "default", so its URL is used instead. */
export function scrollKey(location: Location): string {
  return location.key === "default" ? location.pathname + searchOf(location) : location.key;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/**
 * Leaves a page from the server where the visitor has scrolled it before the client starts: React Router
 * would scroll it to the top, or to where it was when the tab last showed it. After a reload and after
 * Back, the browser itself has restored the position.
 */
export function keepScrollPosition({ state }: Pick<DataRouter, "state">): void {
  state.restoreScrollPosition = false;
  const positions = readTab(SCROLL_POSITIONS, isRecord);
  if (positions === null) return;
  writeTab(SCROLL_POSITIONS, { ...positions, [scrollKey(state.location)]: undefined });
}
