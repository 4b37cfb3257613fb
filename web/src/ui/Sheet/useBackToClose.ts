import { useEffect, useRef } from "react";

const MARK = "sheet";

function isMarked(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && MARK in state;
}

/** A closed sheet's entry is being left, which the browser does in its own time. */
let isLeaving = false;
/** What the next sheet does once that is over. */
let afterLeaving: (() => void) | null = null;

function pushEntry(): void {
  // After a reload, or when an effect runs twice, the entry is there already.
  if (isMarked()) return;
  const state = window.history.state as object | null;
  window.history.pushState({ ...state, [MARK]: true }, "");
}

function leaveEntry(): void {
  const swallow = (event: PopStateEvent) => {
    event.stopImmediatePropagation();
    isLeaving = false;
    afterLeaving?.();
    afterLeaving = null;
  };
  isLeaving = true;
  window.addEventListener("popstate", swallow, { capture: true, once: true });
  window.history.back();
}

/**
 * Lets the browser's Back close what lies over the page instead of leaving the page. An entry of its
 * own in the history stands for it, which the router is not told of: the address does not change.
 */
export function useBackToClose(onClose: () => void): void {
  const close = useRef(onClose);
  const mounted = useRef(false);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    mounted.current = true;
    if (isLeaving) afterLeaving = pushEntry;
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
        afterLeaving = null;
        if (isMarked() && !isLeaving) leaveEntry();
      });
    };
  }, []);
}
