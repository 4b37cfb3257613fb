/** What dragging over an element does, in pixels from where it began. */
export interface DragEffects {
  onStart: () => void;
  onMove: (pixels: number, width: number) => void;
}

/**
 * Listens to dragging to the sides; returns a function that stops. The events end here, so that what is
 * around the element, such as the lightbox, is not dragged too.
 */
export function listenToDrag(element: HTMLElement, effects: () => DragEffects): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let held: { id: number; x: number } | null = null;
  element.addEventListener(
    "pointerdown",
    (event) => {
      event.stopPropagation();
      if (event.button !== 0 || held) return;
      held = { id: event.pointerId, x: event.clientX };
      element.setPointerCapture(event.pointerId);
      effects().onStart();
    },
    { signal },
  );
  element.addEventListener(
    "pointermove",
    (event) => {
      if (held?.id !== event.pointerId) return;
      effects().onMove(event.clientX - held.x, element.clientWidth);
    },
    { signal },
  );
  const end = (event: PointerEvent) => {
    if (held?.id === event.pointerId) held = null;
  };
  element.addEventListener("pointerup", end, { signal });
  element.addEventListener("pointercancel", end, { signal });
  return () => stop.abort();
}
