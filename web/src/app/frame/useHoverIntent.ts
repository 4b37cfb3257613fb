import { useEffect, useRef, useState } from "react";

/** Milliseconds of hovering before a menu opens, and of leaving before it closes. */
const OPEN_DELAY = 300;
const CLOSE_DELAY = 250;

/** Which of several menus is open. Hovering opens one after a delay, `show` at once. */
export function useHoverIntent<Key>() {
  const [open, setOpen] = useState<Key | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const schedule = (next: Key | null, delay: number) => {
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
    /** The pointer is over the item. */
    rest: (key: Key) => schedule(key, OPEN_DELAY),
    leave: () => schedule(null, CLOSE_DELAY),
    stay: () => clearTimeout(timer.current),
  };
}
