/** Milliseconds after which a frame is not awaited any more: pages that are not visible have none. */
const PATIENCE = 100;

/** Resolves once the browser has shown what has changed. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, PATIENCE);
    requestAnimationFrame(() => {
      // The task after a frame begins once it was painted.
      setTimeout(() => {
        clearTimeout(late);
        resolve();
      });
    });
  });
}
