import { type RefObject, useEffect, useState } from "react";

interface FullScreen {
  /** False on iPhones, for instance. */
  isSupported: boolean;
  isFull: boolean;
  toggle: () => void;
}

/** Shows an element on the whole screen, without the browser's own frame. */
export function useFullScreen(element: RefObject<HTMLElement | null>): FullScreen {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const onChange = () =>
      setFull(
        document.fullscreenElement !== null && document.fullscreenElement === element.current,
      );
    document.addEventListener("fullscreenchange", onChange);
    return () => document.removeEventListener("fullscreenchange", onChange);
  }, [element]);
  return {
    isSupported: document.fullscreenEnabled,
    isFull,
    toggle: () => {
      // A refusal leaves everything as it is.
      if (isFull) document.exitFullscreen().catch(() => undefined);
      else element.current?.requestFullscreen().catch(() => undefined);
    },
  };
}
