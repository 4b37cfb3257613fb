import { useRef, useState } from "react";

/** Smooth, unless the shopper's device asks for less motion. */
function motion(): ScrollBehavior {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
}

/** A horizontal scroller that shows one slide at a time: its ref, the slide in view, and how to scroll. */
export function useScrollTrack() {
  const track = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  return {
    track,
    current,
    scrollTo: (index: number, behavior = motion()) => {
      const element = track.current;
      element?.scrollTo({ left: index * element.clientWidth, behavior });
    },
    onScroll: () => {
      const element = track.current;
      if (element) setCurrent(Math.round(element.scrollLeft / element.clientWidth));
    },
  };
}
