import { useEffect, useRef, useState } from "react";

/** Milliseconds that the pointer rests before a menu opens, and is away before it closes. */
const OPENS_AFTER = 300;
const CLOSES_AFTER = 250;

/** Which of several things is open: by a resting pointer after a while, by `show` at once. */
export function useHoverIntent<Key>() {
  const [open, setOpen] = useState<Key | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const later = (next: Key | null, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), delay);
  };
  return {
    open,
    /** Opens or closes at once: keyboard, click, Escape. */
    show: (next: Key | null) => {
      clearTimeout(timer.current);
      setOpen(next);
    },
    /** The pointer came to rest on a thing, or on what it opened. */
    rest: (key: Key) => later(key, OPENS_AFTER),
    leave: () => later(null, CLOSES_AFTER),
    stay: () => clearTimeout(timer.current),
  };
}
