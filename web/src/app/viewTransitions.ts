/**
 * View transitions from a product's card to its page: the picture of the card becomes the first picture of the
 * gallery. Only the picture involved gets a name. Back shows the list at once instead.
 */
import "./viewTransitions.css";
import type { DataRouter } from "react-router";
import { nextFrame } from "@/ui/lazy/nextFrame";

const NAME = "product-picture";
const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";
/** Milliseconds after which the page that was opened is not expected any more: browsers wait for four seconds. */
const PATIENCE = 5000;

/** Milliseconds that a transition may take until it moves: a slower device shows later pages without one. */
const SLOW = 250;

let named: HTMLElement | null = null;
let isSlow = false;
let latest: ViewTransition | null = null;
/** Whether the transition that comes next is for a card that was pressed. */
let isOpening = false;

function setName(element: HTMLElement | null | undefined): void {
  if (named) named.style.viewTransitionName = "";
  named = element ?? null;
  if (named) named.style.viewTransitionName = NAME;
}

/** The file that a picture shows, without its rendition. */
function fileOf(image: HTMLImageElement): string {
  return image.src.split("?")[0] ?? "";
}

function isOnScreen(element: Element): boolean {
  const { top, bottom, left, right, width } = element.getBoundingClientRect();
  const { innerHeight, innerWidth } = window;
  return width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
}

/** The largest picture of a file that is on the screen. */
function largestPicture(page: Element, file: string): HTMLImageElement | undefined {
  return [...page.querySelectorAll("img")]
    .filter((image) => fileOf(image) === file && isOnScreen(image))
    .sort((a, b) => b.clientWidth - a.clientWidth)[0];
}

/** Names the picture of a file as soon as the next page shows it. */
function nameOnNextPage(file: string): void {
  const before = document.querySelector("main");
  const observer = new MutationObserver(() => {
    const main = document.querySelector("main");
    if (main === null || main === before) return;
    observer.disconnect();
    setName(largestPicture(main, file));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), PATIENCE);
}

/** The link of a card that a plain click follows; null for other clicks. */
function cardLinkOf(event: MouseEvent): HTMLAnchorElement | null {
  const { metaKey, ctrlKey, shiftKey, altKey, button, target } = event;
  if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey)
    return null;
  const link = target instanceof Element ? target.closest("a") : null;
  return link?.closest("article") && link.pathname.startsWith("/products/") ? link : null;
}

/**
 * Follows transitions to their end. The browser skips the transition to a page that takes seconds, and
 * rejects `ready`. That is no error: the page is shown without it.
 */
function followTransitions(): void {
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const began = performance.now();
    const transition = start(update);
    latest = transition;
    // The router repeats a transition on Back.
    if (!isOpening) transition.skipTransition();
    isOpening = false;
    transition.ready.then(
      () => (isSlow = performance.now() - began > SLOW),
      () => undefined,
    );
    // The picture would be kept with the page that it was on.
    const end = () => latest === transition && setName(null);
    transition.finished.then(end, end);
    return transition;
  };
}

/** Starts transitions for clicks on cards. */
export function startViewTransitions(router: DataRouter): void {
  if (typeof document.startViewTransition !== "function") return;
  followTransitions();
  // Before React sees the click: the link then leaves the navigation to this module.
  const openCard = (event: MouseEvent) => {
    const link = cardLinkOf(event);
    if (!link) return;
    event.preventDefault();
    // The next frame shows this alone.
    link.dataset["opening"] = "";
    void nextFrame()
      .then(() => openPage(link))
      .finally(() => delete link.dataset["opening"]);
  };
  const openPage = (link: HTMLAnchorElement) => {
    const image = link.closest("article")?.querySelector("img");
    const moved =
      !isSlow && image && isOnScreen(image) && !window.matchMedia(REDUCED_MOTION).matches
        ? image
        : null;
    isOpening = moved !== null;
    if (moved) {
      setName(moved);
      nameOnNextPage(fileOf(moved));
    }
    return router.navigate(link.pathname + link.search, { viewTransition: isOpening });
  };
  document.addEventListener("click", openCard, { capture: true });
}
