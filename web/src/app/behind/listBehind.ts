/**
 * The list that a product was opened from. Its elements are taken out of the document, and put back for Back in the
 * next frame, before the router has begun to go there.
 */
import type { DataRouter } from "react-router";
import { onNavigationStart } from "@/state/navigationStart";
import { entryOf } from "./pageStack";

/** How far an element was scrolled, in CSS pixels. Browsers forget it when it is taken out of the document. */
interface Scrolled {
  element: Element;
  left: number;
  top: number;
}

/** What the latest navigation began with, read when the browser had just laid the page out. */
interface Left {
  /** How far the page was scrolled, in CSS pixels. */
  top: number;
  /** What was scrolled in it. */
  scrolled: readonly Scrolled[];
  /** What had the focus in it. */
  focused: HTMLElement | null;
}

interface ListBehind extends Left {
  /** Its history entry, as of `entryOf`. */
  entry: string;
  /** The element that React expects in the document. */
  place: Element;
}

/** The elements of pages that were taken out, by their place. */
const taken = new WeakMap<Element, Element>();
let left: Left = { top: 0, scrolled: [], focused: null };
let behind: ListBehind | null = null;
/** Whether the list is shown, and the router is still on its way to it. */
let isAhead = false;
/** What Back has given the focus back to. */
let refocused: Element | null = null;

function takeOut(place: Element | null): void {
  const content = place?.firstElementChild;
  if (!place || !content) return;
  taken.set(place, content);
  content.remove();
}

/**
 * Puts the elements of a page back, if they were taken out. Needed before React removes the page, too: Chromium keeps
 * images that were changed outside of the document, until they are removed from it.
 */
export function putBack(place: Element | null): void {
  const content = place && taken.get(place);
  if (!content) return;
  taken.delete(place);
  place.append(content);
}

function readPage(): Left {
  const page = document.getElementById("content");
  const { activeElement } = document;
  const elements = [...(page?.querySelectorAll("*") ?? [])];
  return {
    top: window.scrollY,
    scrolled: elements
      .map((element) => ({ element, left: element.scrollLeft, top: element.scrollTop }))
      .filter((one) => one.left !== 0 || one.top !== 0),
    focused:
      activeElement instanceof HTMLElement && page?.contains(activeElement) ? activeElement : null,
  };
}

/** Leaves a list behind the page that was opened from it, until the returned function is called. */
export function leaveBehind(entry: string, place: Element): () => void {
  behind = { ...left, entry, place };
  refocused = null;
  // An open dialog would come back open, but not modal.
  for (const dialog of place.querySelectorAll("dialog")) dialog.close();
  takeOut(place);
  return () => {
    putBack(place);
    behind = null;
    isAhead = false;
  };
}

function returnTo({ place, top, scrolled, focused }: ListBehind): void {
  isAhead = true;
  takeOut(place.previousElementSibling);
  putBack(place);
  for (const one of scrolled) one.element.scrollTo({ ...one, behavior: "instant" });
  window.scrollTo(0, top);
  focused?.focus({ preventScroll: true });
  refocused = document.activeElement === focused ? focused : null;
}

/** The visitor has gone elsewhere before the router was there. */
function leaveAgain({ place }: ListBehind): void {
  takeOut(place);
  putBack(place.previousElementSibling);
}

/** Whether the focus is again where it was before the list was left. */
export function isRefocused(): boolean {
  return refocused !== null && refocused === document.activeElement;
}

function keyOf(state: unknown): string {
  const key = typeof state === "object" && state !== null && "key" in state ? state.key : undefined;
  return typeof key === "string" ? key : "default";
}

/** Shows the list at once when Back leads to it. Call it after the router, which reads the position of the page that is left. */
export function startListBehind(router: DataRouter): void {
  onNavigationStart(() => {
    if (!behind) left = readPage();
  });
  window.addEventListener("popstate", ({ state }) => {
    const { pathname, search } = window.location;
    if (behind?.entry === entryOf({ key: keyOf(state), pathname, search })) returnTo(behind);
  });
  router.subscribe((state) => {
    if (!isAhead || state.navigation.state !== "idle") return;
    isAhead = false;
    if (behind?.entry === entryOf(state.location)) {
      // The visitor may have scrolled meanwhile.
      state.restoreScrollPosition = false;
    } else if (behind) leaveAgain(behind);
  });
}
