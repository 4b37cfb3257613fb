/** What the server sends along with a page that it has rendered. */
import type { QueryClient } from "@tanstack/react-query";
import type { DataRouter } from "react-router";
import type { Answers } from "@/api/answers";
import type { EarlyInput } from "./earlyInput";
import { isTakenOver } from "./takenOver";

/** The element with the answers of the API that the page shows. */
const ELEMENT = "answers";

/** The element with the SKU ids of the cart in the page. */
const CART = "cart";

/** Milliseconds after which a page counts as old: a CDN, or the browser, has stored it for a while. */
const OLD = 15_000;

export function readAnswers(): Answers {
  const content = document.getElementById(ELEMENT)?.textContent;
  return content ? (JSON.parse(content) as Answers) : {};
}

/** The guest's cart that the page shows, on the cart's page. */
export function readCart(): number[] {
  const content = document.getElementById(CART)?.textContent;
  return content ? (JSON.parse(content) as number[]) : [];
}

/** Resolves once the first page is ready to be shown; never rejects. */
export function whenInitialized(router: Pick<DataRouter, "state" | "subscribe">): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

/** Loads again what the page shows if the server said that it is stale, or sent it a while ago. */
export function refreshIfOld(queryClient: QueryClient): void {
  const [navigation] = performance.getEntriesByType("navigation");
  const timings = (navigation as PerformanceNavigationTiming | undefined)?.serverTiming ?? [];
  const isStale = timings.some(
    ({ name, description }) => name === "page" && description === "stale",
  );
  const sent = timings.find(({ name }) => name === "sent")?.duration ?? Date.now();
  // The clocks may differ: then nothing worse happens than a refresh.
  if (isStale || Math.abs(Date.now() - sent) > OLD) void queryClient.invalidateQueries();
}

function repeat(controls: EarlyInput): void {
  void import("./earlyInput").then(
    ({ repeatInput }) => repeatInput(controls),
    (error: unknown) => console.error("Error repeating what was done early:", error),
  );
}

/** Returns what was noted, and calls `later` with what will be, before React and the control have the event. */
type TakeEarlyInput = (later: (control: HTMLElement, event: Event) => void) => EarlyInput;

/** Reads whether an event came as far as its control: React stops those for parts that it has not loaded. */
function arrivalOf(event: Event, control: HTMLElement): () => boolean {
  let hasArrived = false;
  const arrive = () => {
    hasArrived = true;
  };
  control.addEventListener(event.type, arrive, { capture: true, once: true });
  return () => {
    control.removeEventListener(event.type, arrive, { capture: true });
    return hasArrived && control.isConnected && isTakenOver(control);
  };
}

/**
 * Repeats what the visitor did before React listened. From now on, React finishes taking the page over when
 * something is done with it, so only parts that it has not loaded yet miss anything.
 */
export function repeatEarlyInput(): void {
  // A script in the head notes it; see `index.html`.
  const { takeEarlyInput } = window as { takeEarlyInput?: TakeEarlyInput };
  const controls = takeEarlyInput?.((control, event) => {
    const hasArrived = arrivalOf(event, control);
    const noted = controls?.get(control);
    if (noted) noted.isPending = true;
    setTimeout(() => {
      const isSeen = hasArrived();
      const held = controls?.get(control);
      if (held) held.isSeen = !held.isHeld && isSeen;
      // React has answered this press, but not those before it.
      if (held?.isSeen) held.presses = held.presses?.filter((press) => press !== event);
      if (noted) noted.isPending = false;
      if (controls) repeat(controls);
    });
  });
  if (controls && controls.size > 0) repeat(controls);
}
