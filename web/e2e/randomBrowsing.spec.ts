import { expect, test } from "@playwright/test";
import { describe, growthOf, type Sample } from "../scripts/growth";
import { measure, startDevtools } from "./memory";
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
    const sample = await measure(devtools, (samples.length + 1) * STEPS);
    console.log(`    ${describe(sample)}`);
    samples.push(sample);
    if (passed() < WARM_UP) warmUp = samples.length;
    // The short walk is repeated: what it shows is in the caches after the first time.
    if (minutes === 0) walk = new RandomWalk(page, SEED);
  }
  expect(growthOf(samples.slice(warmUp))).toEqual([]);
  expect(errors).toEqual([]);
});
