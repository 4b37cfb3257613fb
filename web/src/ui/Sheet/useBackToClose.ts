import { useEffect, useRef } from "react";

const MARK = "sheet";

function isMarked(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && MARK in state;
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
    // After a reload, or when an effect runs twice, the entry is there already.
    if (!isMarked()) {
      const state = window.history.state as object | null;
      window.history.pushState({ ...state, [MARK]: true }, "");
    }
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
        if (mounted.current || !isMarked()) return;
        const swallow = (event: PopStateEvent) => event.stopImmediatePropagation();
        window.addEventListener("popstate", swallow, { capture: true, once: true });
        window.history.back();
      });
    };
  }, []);
}
