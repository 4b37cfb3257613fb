/** Where the cards of lists are, so that those on the screen are rendered first when a list is opened. */

/** In CSS pixels. */
export interface Place {
  /** From the screen; 0 if the card is on it. */
  distance: number;
  height: number;
}

/** Lists that are remembered. */
const MAX_LISTS = 20;
/** By the key of the history entry, the oldest first. */
const lists = new Map<string, readonly Place[]>();
/** Of the window in CSS pixels, when they were left. */
let width = 0;

/** In a window of another width, cards are elsewhere. Browsers would lay a page out for its width while it is rendered. */
function forgetIfResized(): void {
  if (window.innerWidth === width) return;
  lists.clear();
  width = window.innerWidth;
}

function placeAt(top: number, bottom: number): Place {
  return { distance: Math.max(0, -bottom, top - window.innerHeight), height: bottom - top };
}

/** Remembers where the cards of a list are that is being left. `key`: of its history entry. */
export function rememberPlaces(key: string, grid: Element): void {
  const places = [...grid.children].map((card) => {
    const { top, bottom } = card.getBoundingClientRect();
    return placeAt(top, bottom);
  });
  forgetIfResized();
  window.addEventListener("resize", forgetIfResized);
  lists.delete(key);
  lists.set(key, places);
  const [oldest] = lists.keys();
  if (lists.size > MAX_LISTS && oldest !== undefined) lists.delete(oldest);
}

/** Where the cards were when the list was left; null if that is not known. */
export function leftPlaces(key: string, count: number): readonly Place[] | null {
  const places = lists.get(key);
  return places?.length === count ? places : null;
}

/** About where the cards of a list are whose page is not scrolled: not lower than they will be. */
export function topPlaces(count: number): readonly Place[] {
  // As in `CardGrid.module.css`.
  const [columns, row] = window.innerWidth <= 760 ? [2, 340] : [4, 500];
  return Array.from({ length: count }, (_, index) => {
    const top = Math.floor(index / columns) * row;
    return placeAt(top, top + row);
  });
}
