import { useEffect, useRef, useState } from "react";

const SHOWN_FOR = 7_000;

/** A row of slides that the shopper swipes and that turns by itself while nobody minds it. */
export function useSlides(total: number) {
  const track = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [paused, setPaused] = useState(false);
  const [held, setHeld] = useState(false);

  const show = (index: number) => {
    const element = track.current;
    element?.scrollTo({ left: index * element.clientWidth, behavior: "smooth" });
  };
  const latest = useRef({ current, show });
  useEffect(() => {
    latest.current = { current, show };
  });

  useEffect(() => {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (total < 2 || paused || held || still) return;
    const timer = setInterval(() => {
      if (document.hidden) return;
      latest.current.show((latest.current.current + 1) % total);
    }, SHOWN_FOR);
    return () => clearInterval(timer);
  }, [total, paused, held]);

  return {
    track,
    current,
    show,
    paused,
    setPaused,
    /** Pointer or focus rests on the slides: they wait. */
    hold: () => setHeld(true),
    release: () => setHeld(false),
    onScroll: () => {
      const element = track.current;
      if (element) setCurrent(Math.round(element.scrollLeft / element.clientWidth));
    },
  };
}
