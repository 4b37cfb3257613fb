import type { CDPSession, Page } from "@playwright/test";
import type { Sample } from "../scripts/growth";

/** What the browser has in memory after a number of steps, without what it can free. */
export async function measure(devtools: CDPSession, steps: number): Promise<Sample> {
  // A second collection takes what finalizers of the first one released.
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    steps,
    heap: value("JSHeapUsedSize"),
    listeners: value("JSEventListeners"),
    nodes: value("Nodes"),
    documents: value("Documents"),
  };
}

export async function startDevtools(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  return devtools;
}
