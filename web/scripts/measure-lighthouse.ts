/**
 * Runs Lighthouse on a page in its default mode: a phone, simulated throttling. Each run is in a new
 * browser; that of the cart has a guest's cart. `python -m bench.lighthouse` runs it. Writes a line of JSON per run:
 * scores from 0 to 100, metrics in milliseconds, what depends on the length of tasks by their processor time as well,
 * and the failed audits of the other categories.
 *
 *   SHOP_URL, PAGE (a path), RUNS, STALLAGE_CHROMIUM
 */
import { chromium } from "@playwright/test";
import { launch } from "chrome-launcher";
import lighthouse, { auditFlowArtifacts, type Result, type RunnerResult } from "lighthouse";
import { BROWSER } from "../e2e/browser.ts";
import { cookieOf, GUEST_CART, storedCart } from "./demoCart.ts";
import { byProcessorTime } from "./processorTime.ts";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
// Storage is left as it is, else the cart would be emptied. The browser is new, so nothing else is stored.
const SETTINGS = { onlyCategories: CATEGORIES, disableStorageReset: true };
const METRICS = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "total-blocking-time",
  "cumulative-layout-shift",
];
const CART = "/cart";
const FLAGS = ["--headless=new", ...BROWSER.args];

/** Fills a guest's cart; robots.txt loads nothing that the measured page would find in the cache. */
async function fillCart(port: number, shop: string, cart: string): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]?.newPage();
  await page?.goto(`${shop}/robots.txt`);
  await page?.evaluate(
    ([key, value, cookie]) => {
      localStorage.setItem(key, value);
      document.cookie = cookie;
    },
    [GUEST_CART, cart, cookieOf(cart)] as const,
  );
  await page?.close();
  await browser.close();
}

function findingsOf(report: Result): string[] {
  return CATEGORIES.slice(1).flatMap((name) =>
    (report.categories[name]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => report.audits[id])
      .filter((audit) => audit?.score != null && audit.score < 1)
      .map((audit) => `${name}: ${audit?.title ?? ""}`),
  );
}

/** Times that Lighthouse may miss where its recording of a page begins. */
const MISSED = 3;

async function measure(shop: string, path: string, cart: string): Promise<RunnerResult> {
  for (let missed = 0; ; missed += 1) {
    const result = await runOnce(shop, path, cart);
    const error = result.lhr.runtimeError;
    if (!error) return result;
    if (error.code !== "NO_NAVSTART" || missed === MISSED) throw new Error(error.message);
  }
}

async function runOnce(shop: string, path: string, cart: string): Promise<RunnerResult> {
  const chrome = await launch({
    chromePath: BROWSER.executablePath,
    chromeFlags: FLAGS,
    logLevel: "error",
  });
  try {
    if (path === CART) await fillCart(chrome.port, shop, cart);
    const result = await lighthouse(shop + path, {
      port: chrome.port,
      ...SETTINGS,
      logLevel: "error",
    });
    if (!result) throw new Error("Lighthouse has no result.");
    return result;
  } finally {
    chrome.kill();
  }
}

/** Judges the performance of a recorded page again, with tasks as long as their processor time. */
async function judgedByProcessorTime({ artifacts }: RunnerResult): Promise<Result> {
  const { Trace } = artifacts;
  const shorter = { ...Trace, traceEvents: byProcessorTime(Trace.traceEvents) };
  const flow = await auditFlowArtifacts(
    { gatherSteps: [{ artifacts: { ...artifacts, Trace: shorter } }] },
    { extends: "lighthouse:default", settings: SETTINGS },
  );
  const [step] = flow.steps;
  if (!step) throw new Error("Lighthouse has no result of the shorter tasks.");
  return step.lhr;
}

const scoreOf = (report: Result, name: string) =>
  Math.round((report.categories[name]?.score ?? 0) * 100);
const metricOf = (report: Result, name: string) => report.audits[name]?.numericValue;

const shop = process.env["SHOP_URL"] ?? "";
const path = process.env["PAGE"] ?? "/";
const cart = await storedCart(shop);
for (let run = 0; run < Number(process.env["RUNS"] ?? 1); run += 1) {
  const result = await measure(shop, path, cart);
  const report = result.lhr;
  const worked = await judgedByProcessorTime(result);
  const values: unknown = Object.fromEntries([
    ...CATEGORIES.map((name) => [name, scoreOf(report, name)]),
    ...METRICS.map((name) => [name, metricOf(report, name)]),
    ["performance-by-processor", scoreOf(worked, "performance")],
    ["blocking-by-processor", metricOf(worked, "total-blocking-time")],
  ]);
  console.log(JSON.stringify({ values, findings: findingsOf(report) }));
}
