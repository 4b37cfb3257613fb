import { useEffect, useEffectEvent } from "react";

/** Runs when Back restores the page from the browser's cache as it was left. */
export function useOnPageRestored(onRestored: () => void): void {
  const run = useEffectEvent(onRestored);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) run();
    };
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, []);
}
