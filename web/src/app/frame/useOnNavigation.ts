import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "react-router";

/** Runs after each navigation. Not at first: what was opened before React had taken the page over stays open. */
export function useOnNavigation(run: () => void): void {
  const { key } = useLocation();
  const seen = useRef(key);
  const onNavigation = useEffectEvent(run);
  useEffect(() => {
    if (key === seen.current) return;
    seen.current = key;
    onNavigation();
  }, [key]);
}
