import { useEffect, useRef, useState } from "react";
import { useScrollTrack } from "@/ui/Carousel/useScrollTrack";

/** Milliseconds that a slide is shown. */
const INTERVAL = 7_000;

/** Slides that the shopper swipes, and that advance by themselves unless paused, hovered or focused. */
export function useSlides(total: number) {
  const { track, current, scrollTo, onScroll } = useScrollTrack();
  const [paused, setPaused] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const latest = useRef({ current, scrollTo });
  useEffect(() => {
    latest.current = { current, scrollTo };
  });

  useEffect(() => {
    const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (total < 2 || paused || waiting || reducedMotion) return;
    const timer = setInterval(() => {
      if (document.hidden || !track.current?.isConnected) return;
      latest.current.scrollTo((latest.current.current + 1) % total);
    }, INTERVAL);
    return () => clearInterval(timer);
  }, [track, total, paused, waiting]);

  return {
    ...{ track, current, scrollTo, onScroll, paused, setPaused },
    /** Stops advancing while the pointer or focus is on the slides. */
    wait: () => setWaiting(true),
    resume: () => setWaiting(false),
  };
}
