import { type CDPSession, expect, type Page, test } from "@playwright/test";
import { describe, growthOf, type Sample } from "../scripts/growth";
import { RandomWalk } from "./randomWalk";

/** `make browse` walks for this long; without it, the same short walk is repeated. */
const minutes = Number(process.env["BROWSE_MINUTES"] ?? 0);
const SEED = Number(process.env["BROWSE_SEED"] ?? 17);
/** Milliseconds for one step. */
const PATIENCE = 30_000;
const STEPS = 15;
/** One to fill the caches, and three for each median. */
const ROUNDS = 10;
/** Minutes of a long walk in which caches fill: data of unused queries is removed after five minutes. */
const WARM_UP = Math.min(12, minutes / 2);

async function measure(devtools: CDPSession, steps: number): Promise<Sample> {
  // A second collection takes what finalizers of the first one released.
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  const sample = {
    steps,
    heap: value("JSHeapUsedSize"),
    listeners: value("JSEventListeners"),
    nodes: value("Nodes"),
    documents: value("Documents"),
  };
  console.log(`    ${describe(sample)}`);
  return sample;
}

async function startDevtools(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  return devtools;
}

test("random browsing leaves no memory, elements or listeners behind", async ({ page }) => {
  test.setTimeout((minutes > 0 ? minutes + 10 : 10) * 60_000);
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.setDefaultTimeout(PATIENCE);
  const devtools = await startDevtools(page);
  await page.goto("/");
  const samples: Sample[] = [];
  let warmUp = 1;
  const started = Date.now();
  const passed = () => (Date.now() - started) / 60_000;
  const goesOn = () => (minutes > 0 ? passed() < minutes : samples.length < ROUNDS);
  let walk = new RandomWalk(page, SEED);
  while (goesOn()) {
    await walk.take(STEPS);
    await walk.goToTheSamePage();
    samples.push(await measure(devtools, (samples.length + 1) * STEPS));
    if (passed() < WARM_UP) warmUp = samples.length;
    // The short walk is repeated: what it shows is in the caches after the first time.
    if (minutes === 0) walk = new RandomWalk(page, SEED);
  }
  expect(growthOf(samples.slice(warmUp))).toEqual([]);
  expect(errors).toEqual([]);
});
