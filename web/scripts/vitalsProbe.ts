/** Runs in the measured page before its scripts, and collects what the browser reports. */

export interface PageVitals {
  /** The server's time: the browser does not add the emulated latency. */
  ttfb: number;
  fcp: number;
  lcp: number;
  cls: number;
}

export interface Probe {
  /** Milliseconds since the navigation started; CLS as the largest session window. */
  page: () => PageVitals;
  /** Milliseconds from the next input to the frame after it: the longest event of the interaction. */
  interaction: () => Promise<number>;
  /** Milliseconds from the next `popstate` until a frame shows this first heading in `main`. */
  historyChange: (heading: string) => Promise<number>;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

interface InteractionTiming extends PerformanceEventTiming {
  interactionId: number;
}

/** Playwright sends the source of this function, so it uses nothing from outside. */
export function installProbe(): void {
  const SHORTEST_MS = 16;
  const NO_EVENT_WITHIN_MS = 3000;
  /** More than a finger's press and a slow frame. */
  const LAST_EVENT_AFTER_MS = 1000;
  let lcp = 0;
  let cls = 0;
  const session = { began: 0, last: 0, sum: 0 };
  let onInteraction: ((entry: InteractionTiming) => void) | null = null;

  const observe = (type: string, each: (entry: PerformanceEntry) => void, more = {}) => {
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({
      type,
      buffered: true,
      ...more,
    });
  };
  observe("largest-contentful-paint", ({ startTime }) => (lcp = startTime));
  observe("layout-shift", (entry) => {
    const { value, hadRecentInput, startTime } = entry as LayoutShift;
    if (hadRecentInput) return;
    // A session window ends after a second without shifts, or after five seconds.
    if (startTime - session.last > 1000 || startTime - session.began > 5000) {
      session.began = startTime;
      session.sum = 0;
    }
    session.last = startTime;
    session.sum += value;
    cls = Math.max(cls, session.sum);
  });
  observe(
    "event",
    (entry) => {
      const event = entry as InteractionTiming;
      if (event.interactionId) onInteraction?.(event);
    },
    { durationThreshold: SHORTEST_MS },
  );

  const afterFrame = (then: () => void) =>
    requestAnimationFrame(() => {
      // The task after a frame begins once the frame was painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = then;
      port2.postMessage(null);
    });

  window.probe = {
    page: () => ({
      ttfb:
        performance
          .getEntriesByType("navigation")
          .map((entry) => (entry as PerformanceNavigationTiming).responseStart)[0] ?? 0,
      fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
      lcp,
      cls,
    }),
    interaction: () =>
      new Promise((resolve) => {
        let longest = 0;
        const end = () => {
          onInteraction = null;
          // The browser does not report events shorter than this.
          resolve(longest || SHORTEST_MS);
        };
        let timer = setTimeout(end, NO_EVENT_WITHIN_MS);
        onInteraction = ({ duration }) => {
          longest = Math.max(longest, duration);
          // Events of one interaction arrive one after the other: press, release, click.
          clearTimeout(timer);
          timer = setTimeout(end, LAST_EVENT_AFTER_MS);
        };
      }),
    historyChange: (heading) =>
      new Promise((resolve) => {
        addEventListener(
          "popstate",
          () => {
            const began = performance.now();
            const look = () => {
              afterFrame(() =>
                document.querySelector("main h1")?.textContent.trim() === heading
                  ? resolve(performance.now() - began)
                  : look(),
              );
            };
            look();
          },
          { once: true, capture: true },
        );
      }),
  };
}
