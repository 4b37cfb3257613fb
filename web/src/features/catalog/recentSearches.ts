import { readList, remove, write } from "@/storage/browserStorage";
import { RECENT_SEARCHES } from "@/storage/keys";

const KEPT = 6;
const LONGEST = 100;

function isSearch(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= LONGEST;
}

export function recentSearches(): string[] {
  return readList(RECENT_SEARCHES, isSearch).slice(0, KEPT);
}

export function rememberSearch(query: string): void {
  if (!isSearch(query)) return;
  const others = recentSearches().filter((known) => known.toLowerCase() !== query.toLowerCase());
  write(RECENT_SEARCHES, JSON.stringify([query, ...others].slice(0, KEPT)));
}

export function forgetSearches(): void {
  remove(RECENT_SEARCHES);
}
