import { useEffect, useRef } from "react";

/** Property of `history.state` that marks the entry of an overlay. */
const MARK = "sheet";

function isMarked(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && MARK in state;
}

/** Whether `history.back()` from the entry of a closed overlay is under way; it is asynchronous. */
let isGoingBack = false;
/** Called when that has finished. */
let afterGoingBack: (() => void) | null = null;

function pushEntry(): void {
  // The entry exists after a reload, or if an effect runs twice.
  if (isMarked()) return;
  const state = window.history.state as object | null;
  window.history.pushState({ ...state, [MARK]: true }, "");
}

function removeEntry(): void {
  const ignore = (event: PopStateEvent) => {
    event.stopImmediatePropagation();
    isGoingBack = false;
    afterGoingBack?.();
    afterGoingBack = null;
  };
  isGoingBack = true;
  window.addEventListener("popstate", ignore, { capture: true, once: true });
  window.history.back();
}

/**
 * Makes the browser's Back close an overlay instead of leaving the page. The overlay has a history entry
 * with the same URL, which the router does not see.
 */
export function useCloseOnBack(onClose: () => void): void {
  const close = useRef(onClose);
  const mounted = useRef(false);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    mounted.current = true;
    if (isGoingBack) afterGoingBack = pushEntry;
    else pushEntry();
    const back = (event: PopStateEvent) => {
      if (isMarked()) return;
      event.stopImmediatePropagation();
      close.current();
    };
    window.addEventListener("popstate", back, { capture: true });
    return () => {
      mounted.current = false;
      window.removeEventListener("popstate", back, { capture: true });
      queueMicrotask(() => {
        if (mounted.current) return;
        afterGoingBack = null;
        if (isMarked() && !isGoingBack) removeEntry();
      });
    };
  }, []);
}
