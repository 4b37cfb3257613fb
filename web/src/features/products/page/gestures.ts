/** Gestures on a picture: pinch, drag, swipe, tap, wheel. */
import type { Point } from "./zoom";

/** Pixels that a finger may move in a tap. */
const TAP = 8;
/** Milliseconds between the taps of a double tap. */
const DOUBLE_TAP = 320;
/** Pixels of a swipe to the next picture. */
const SWIPE = 48;
/** Part of a zoom that one pixel of a mouse wheel is. */
const WHEEL = 0.0022;

/** What gestures do. Points are relative to the frame's centre, in pixels. */
export interface Effects {
  isWhole: boolean;
  zoomBy: (factor: number, at: Point) => void;
  toggle: (at: Point) => void;
  moveBy: (by: Point) => void;
  onDrag: (pixels: number) => void;
  onHold: (isHeld: boolean) => void;
  onSwipe: (step: 1 | -1) => void;
}

/** Listens to a frame's wheel and pointers; returns a function that stops. `effects` returns the latest. */
export function listen(frame: HTMLElement, effects: () => Effects): () => void {
  const gesture = new Gesture(frame, effects);
  const stop = new AbortController();
  const { signal } = stop;
  // The page must not scroll or zoom with the picture.
  frame.addEventListener("wheel", (event) => gesture.turn(event), { signal, passive: false });
  frame.addEventListener("pointerdown", (event) => gesture.start(event), { signal });
  frame.addEventListener("pointermove", (event) => gesture.move(event), { signal });
  frame.addEventListener("pointerup", (event) => gesture.end(event), { signal });
  frame.addEventListener("pointercancel", (event) => gesture.cancel(event), { signal });
  return () => stop.abort();
}

/** The pointers that are down, and what they do together. */
class Gesture {
  private readonly frame: HTMLElement;
  private readonly latest: () => Effects;
  private readonly pointers = new Map<number, Point>();
  private origin: Point = { x: 0, y: 0 };
  /** Whether the pointers did more than a tap. */
  private isMove = false;
  private lastTap = -Infinity;

  constructor(frame: HTMLElement, latest: () => Effects) {
    this.frame = frame;
    this.latest = latest;
  }

  private get effects(): Effects {
    return this.latest();
  }

  turn(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY;
    // A trackpad's pinch comes as a wheel with the control key, in smaller steps.
    const factor = Math.exp(-pixels * (event.ctrlKey ? WHEEL * 5 : WHEEL));
    this.effects.zoomBy(factor, this.pointOf(event));
  }

  start(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.frame.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, this.pointOf(event));
    if (this.pointers.size === 1) {
      this.origin = this.pointOf(event);
      this.isMove = false;
    } else {
      this.isMove = true;
      this.effects.onDrag(0);
    }
    this.effects.onHold(true);
  }

  move(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.pointOf(event);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, now);
    this.isMove ||= distance(this.origin, now) > TAP;
    if (other) {
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      this.effects.moveBy({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 });
      this.effects.zoomBy(distance(now, other) / Math.max(1, distance(before, other)), middle);
    } else if (!this.effects.isWhole) {
      this.effects.moveBy({ x: now.x - before.x, y: now.y - before.y });
    } else if (this.isMove) {
      this.effects.onDrag(now.x - this.origin.x);
    }
  }

  end(event: PointerEvent): void {
    if (!this.pointers.has(event.pointerId)) return;
    const at = this.pointOf(event);
    const wasAlone = this.pointers.size === 1;
    this.cancel(event);
    if (!wasAlone) return;
    if (!this.isMove) this.tap(event, at);
    else if (this.effects.isWhole) {
      const by = at.x - this.origin.x;
      if (Math.abs(by) > SWIPE) this.effects.onSwipe(by < 0 ? 1 : -1);
    }
  }

  cancel(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    // The finger that remains goes on from where it is.
    const [rest] = this.pointers.values();
    if (rest) this.origin = rest;
    this.effects.onDrag(0);
    this.effects.onHold(this.pointers.size > 0);
  }

  /** A click of a mouse or a double tap toggles the close-up. */
  private tap(event: PointerEvent, at: Point): void {
    const isSecond = event.timeStamp - this.lastTap < DOUBLE_TAP;
    this.lastTap = isSecond ? -Infinity : event.timeStamp;
    if (event.pointerType === "mouse" || isSecond) this.effects.toggle(at);
  }

  private pointOf({ clientX, clientY }: MouseEvent): Point {
    const box = this.frame.getBoundingClientRect();
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
