/**
 * Moves the focus when the element that has it is removed, such as the button of what has just been
 * cancelled or deleted. Browsers would start again at the top of the page, and screen readers say nothing.
 * Starts when it is imported.
 */

/** Parts of a page that have a heading of their own. */
const PARTS = "section, dialog, #content:not([aria-busy=true])";

/** The element with the focus, then its ancestors; empty once the shopper leaves it. */
let path: readonly Element[] = withAncestors(document.activeElement);
let isWaiting = false;

function withAncestors(element: Element | null): Element[] {
  const found: Element[] = [];
  for (let one = element; one; one = one.parentElement) found.push(one);
  return found;
}

function isLost(): boolean {
  return path[0]?.isConnected === false && document.activeElement === document.body;
}

/** Focuses the heading of the innermost part that is left of where the focus was, else that of the page. */
function recover(): void {
  isWaiting = false;
  if (!isLost()) return;
  const left = path.filter((element) => element.isConnected && element.matches(PARTS));
  const heading = [...left, ...document.querySelectorAll("#content:not([aria-busy=true])")]
    .map((part) => part.querySelector<HTMLElement>("h1, h2, h3"))
    .find((found) => found !== null);
  // A page without a heading is still loading, and the next change of it tries again.
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

document.addEventListener("focusin", ({ target }) => {
  if (target instanceof Element) path = withAncestors(target);
});

document.addEventListener("focusout", ({ target, relatedTarget }) => {
  if (relatedTarget !== null || !(target instanceof Element)) return;
  // Browsers differ in whether they fire it for an element that is being removed.
  queueMicrotask(() => {
    const isLeft = target.isConnected && !target.matches(":disabled");
    if (isLeft && target === path[0] && document.activeElement === document.body) path = [];
  });
});

new MutationObserver(() => {
  if (isWaiting || !isLost()) return;
  // The header, its menus and the toasts come and go beside the page.
  if (!path.some(({ id }) => id === "content")) return;
  isWaiting = true;
  // Two frames later, effects that move the focus themselves have run.
  requestAnimationFrame(() => requestAnimationFrame(recover));
}).observe(document.body, { childList: true, subtree: true });

export {};
