import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { isRefocused } from "../behind/listBehind";

/**
 * Moves the focus to the heading of a page that the shopper goes to, so that a screen reader reads it and
 * Tab continues there. A browser does the like when it loads a page.
 */
export function FocusOnNavigation() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    return isRefocused() ? undefined : focusHeading();
  }, [pathname]);
  return null;
}

/** Waits for the heading, unless the focus is moved meanwhile. Returns what ends the waiting. */
function focusHeading(): () => void {
  const before = document.activeElement;
  const isDone = (): boolean => {
    const current = document.activeElement;
    const isMoved = current !== before && current !== document.body;
    // A page may focus a field of its own, and a dialog keeps the focus.
    if (isMoved || current?.closest("#content form, dialog")) return true;
    const heading = document.querySelector<HTMLElement>("#content:not([aria-busy=true]) h1");
    if (!heading) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  const observer = new MutationObserver(() => {
    if (isDone()) observer.disconnect();
  });
  if (!isDone()) {
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ["aria-busy"],
    });
  }
  return () => observer.disconnect();
}
