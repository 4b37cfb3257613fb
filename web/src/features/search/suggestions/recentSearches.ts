import { readList, remove, write } from "@/storage/browserStorage";
import { RECENT_SEARCHES } from "@/storage/keys";

const MAX_SEARCHES = 6;
const MAX_LENGTH = 100;

function isSearch(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= MAX_LENGTH;
}

/** The shopper's last searches, newest first. */
export function recentSearches(): string[] {
  return readList(RECENT_SEARCHES, isSearch).slice(0, MAX_SEARCHES);
}

export function addRecentSearch(query: string): void {
  if (!isSearch(query)) return;
  const others = recentSearches().filter((known) => known.toLowerCase() !== query.toLowerCase());
  write(RECENT_SEARCHES, JSON.stringify([query, ...others].slice(0, MAX_SEARCHES)));
}

export function clearRecentSearches(): void {
  remove(RECENT_SEARCHES);
}
