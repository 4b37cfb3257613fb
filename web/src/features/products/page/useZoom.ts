import { type RefObject, useEffect, useRef, useState } from "react";
import { type Effects, listen } from "./gestures";
import { CLOSE_UP, moved, type Point, type Size, type View, WHOLE, zoomed } from "./zoom";

interface Options {
  /** Width and height of the picture's file. */
  picture: Size;
  /** Called for a swipe: 1 for the next picture, -1 for the previous one. */
  onSwipe: (step: 1 | -1) => void;
}

export interface Zoom {
  view: View;
  /** Pixels by which a swipe has moved the whole picture. */
  drag: number;
  /** Whether fingers are on the picture, so that it must follow them at once. */
  isHeld: boolean;
  zoomBy: (factor: number) => void;
  moveBy: (by: Point) => void;
  reset: () => void;
}

function sizeOf(element: Element): Size {
  return { width: element.clientWidth, height: element.clientHeight };
}

/** Zooms and moves a picture in a frame by wheel, pinch, double tap, click and drag; swipes a whole one. */
export function useZoom(frame: RefObject<HTMLElement | null>, { picture, onSwipe }: Options): Zoom {
  const [view, setView] = useState(WHOLE);
  const [drag, setDrag] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const change = (next: (now: View, frameSize: Size) => View) => {
    const element = frame.current;
    if (element) setView((now) => next(now, sizeOf(element)));
  };
  const zoomBy = (factor: number, at: Point = { x: 0, y: 0 }) =>
    change((now, size) => zoomed(now, now.scale * factor, at, size, picture));
  const moveBy = (by: Point) => change((now, size) => moved(now, by, size, picture));
  const effects: Effects = {
    isWhole: view.scale === 1,
    zoomBy,
    toggle: (at) => zoomBy(view.scale === 1 ? CLOSE_UP : 1 / view.scale, at),
    moveBy,
    onDrag: setDrag,
    onHold: setHeld,
    onSwipe,
  };
  const latest = useRef(effects);
  useEffect(() => {
    latest.current = effects;
  });
  useEffect(() => {
    const element = frame.current;
    return element ? listen(element, () => latest.current) : undefined;
  }, [frame]);
  return { view, drag, isHeld, zoomBy, moveBy, reset: () => setView(WHOLE) };
}
