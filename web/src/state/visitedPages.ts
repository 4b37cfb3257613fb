import { useLocation } from "react-router";
import { create } from "zustand";
import { searchOf } from "./addressSearch";

export interface VisitedPage {
  /** Route name. */
  name: string;
  /** Path and query string. */
  path: string;
  /** Title of a page that the route name does not describe, such as a product. */
  title: string | null;
}

interface CurrentPage extends Omit<VisitedPage, "path"> {
  key: string;
  pathname: string;
  search: string;
  previousRouteName: string | null;
}

interface VisitedPages {
  current: CurrentPage | null;
  /** The previous page of each history entry, by the entry's key. */
  before: ReadonlyMap<string, VisitedPage>;
}

/** The pages visited since the document was loaded; written by `app/visitedPages.ts`. */
export const useVisitedPages = create<VisitedPages>()(() => ({ current: null, before: new Map() }));

export function pathOf(shown: CurrentPage): string {
  return shown.pathname + searchOf(shown);
}

/** The page that the browser's Back leads to; null if unknown. */
export function usePreviousPage(): VisitedPage | null {
  const { key, pathname } = useLocation();
  const place = useVisitedPages(({ before }) => before.get(key));
  // After signing in, a page can be its own previous page.
  return place && new URL(place.path, "https://shop.invalid").pathname !== pathname ? place : null;
}
