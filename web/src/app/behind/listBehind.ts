/**
 * The list in the document behind a product's page. Browsers leave its styles and its layout as they are, so Back
 * shows it in the next frame, before the router has begun to go there.
 */
import type { DataRouter } from "react-router";
import { onNavigationStart } from "@/state/navigationStart";
import { BEHIND } from "@/state/pageBehind";
import { entryOf } from "./pageStack";

interface ListBehind {
  /** Its history entry, as of `entryOf`. */
  entry: string;
  element: HTMLElement;
  /** How far it was scrolled, in CSS pixels. */
  top: number;
  /** What had the focus. */
  focused: HTMLElement | null;
}

let behind: ListBehind | null = null;
/** How far the page was scrolled when the latest navigation began. */
let latestTop = 0;
/** Whether the list is shown, and the router is still on its way to it. */
let isAhead = false;
/** What Back has given the focus back to. */
let refocused: Element | null = null;

function setBehind(element: Element | null, isBehind: boolean): void {
  element?.toggleAttribute(BEHIND, isBehind);
}

/** Hides the list, or the page before it instead. */
function swap({ element }: ListBehind, isListBehind: boolean): void {
  setBehind(element, isListBehind);
  setBehind(element.previousElementSibling, !isListBehind);
}

/** Leaves a list behind the page that was opened from it, until the returned function is called. */
export function leaveBehind(entry: string, element: HTMLElement): () => void {
  const { activeElement } = document;
  const focused =
    activeElement instanceof HTMLElement && element.contains(activeElement) ? activeElement : null;
  behind = { entry, element, top: latestTop, focused };
  refocused = null;
  focused?.blur();
  // An open dialog would make the page before it inert.
  for (const dialog of element.querySelectorAll("dialog")) dialog.close();
  return () => {
    behind = null;
    isAhead = false;
  };
}

function returnTo(list: ListBehind): void {
  isAhead = true;
  // Before it is hidden: browsers would compute styles in what they hide.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  swap(list, false);
  window.scrollTo(0, list.top);
  list.focused?.focus({ preventScroll: true });
  refocused = document.activeElement === list.focused ? list.focused : null;
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
    if (!behind) latestTop = window.scrollY;
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
    } else if (behind) swap(behind, true);
  });
}
