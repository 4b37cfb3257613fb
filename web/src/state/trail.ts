import { useLocation } from "react-router";
import { create } from "zustand";
import { searchOf } from "./addressSearch";

/** A screen that the shopper has been at. */
export interface Place {
  /** Its route's name. */
  name: string;
  /** Path and query. */
  path: string;
  /** What it is about, where the route's name does not say it: a list's or a product's title. */
  title: string | null;
}

/** The screen that is shown, at its entry in the history. */
interface Shown extends Omit<Place, "path"> {
  key: string;
  pathname: string;
  search: string;
  previousRouteName: string | null;
}

interface Trail {
  current: Shown | null;
  /** The screen that stands before an entry of the history, by the entry's key. */
  before: ReadonlyMap<string, Place>;
}

/** Where the shopper has been since the document was loaded; `app/trail.ts` writes it. */
export const useTrail = create<Trail>()(() => ({ current: null, before: new Map() }));

export function pathOf(shown: Shown): string {
  return shown.pathname + searchOf(shown);
}

/** Where the history's Back leads from the screen that is shown; null where that is not known. */
export function usePlaceBefore(): Place | null {
  const { key, pathname } = useLocation();
  const place = useTrail(({ before }) => before.get(key));
  // After signing in, the screen that was left comes before itself.
  return place && new URL(place.path, "https://shop.invalid").pathname !== pathname ? place : null;
}
