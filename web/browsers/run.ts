/** Runs the journeys against a running demo shop in three browsers with different engines. */
import { openChromium } from "./chromium.ts";
import { openFirefox } from "./firefox.ts";
import { report } from "./following.ts";
import { backoffice } from "./journeys/backoffice.ts";
import { credit } from "./journeys/credit.ts";
import { filter } from "./journeys/filters.ts";
import { firstRun } from "./journeys/firstRun.ts";
import { frame } from "./journeys/frame.ts";
import { buying } from "./journeys/buying.ts";
import { prices } from "./journeys/prices.ts";
import { products } from "./journeys/products.ts";
import { purchase } from "./journeys/purchase.ts";
import { saved } from "./journeys/saved.ts";
import { picture } from "./pictures.ts";
import { startRecorder } from "./recorder.ts";
import { shop } from "./shopper.ts";
import { openWebKit } from "./webkit.ts";

const browsers = { chromium: openChromium, firefox: openFirefox, webkit: openWebKit };
const journeys = [
  ...purchase,
  frame,
  ...prices,
  ...buying,
  ...saved,
  ...credit,
  ...products,
  filter,
  backoffice,
  firstRun,
];

// Arguments are names of browsers and journeys; without any, all are run.
const only = process.argv.slice(2);
const engines = Object.keys(browsers) as (keyof typeof browsers)[];
const unknown = only.filter(
  (word) => !engines.some((name) => name === word) && !journeys.some(({ name }) => name === word),
);
if (unknown.length > 0) throw new Error(`There is no browser or journey ${unknown.join(", ")}.`);
function narrowed<One>(all: One[], nameOf: (one: One) => string): One[] {
  const some = all.filter((one) => only.includes(nameOf(one)));
  return some.length === 0 ? all : some;
}

/** The page's text, what it stores and what it has fetched, for failure reports. */
const SHOWN = `[
  location.href,
  ...[...document.querySelectorAll("dialog[open]"), document.body].map(({ innerText }) =>
    innerText.replace(/\\n+/g, " | ").slice(0, 3000)),
  ...Object.entries(localStorage).map(([key, value]) => key + " = " + value.slice(0, 100)),
  ...performance.getEntriesByType("resource")
    .filter(({ name }) => new URL(name).pathname.startsWith("/api/"))
    .map(({ name, responseStatus }) => responseStatus + " " + name),
].join("\\n")`;

const recorder = await startRecorder(new URL(shop), new URL(process.env["SHOP_SERVER"] ?? ""));
let failures = 0;
for (const engine of narrowed(engines, (name) => name)) {
  const browser = await browsers[engine](20_000 + Math.floor(Math.random() * 20_000));
  console.log(browser.name);
  for (const { name, steps, end } of narrowed(journeys, (journey) => journey.name)) {
    console.log(`  ${name}`);
    let step = "";
    try {
      await browser.resize(1280, 900);
      await browser.goto(`${shop}/robots.txt`);
      await browser.run("(localStorage.clear(), sessionStorage.clear())");
      for (const [what, act] of steps(browser)) {
        step = what;
        await act();
        await picture(browser, what);
        const problems = recorder.take();
        failures += problems.length;
        console.log(`    ${problems.length === 0 ? "ok" : "PROBLEMS"}  ${what}`);
        for (const problem of problems) console.error(`      ${problem}`);
      }
    } catch (error) {
      failures += 1;
      console.error(`    FAILED  ${step}`, error);
      console.error(await browser.run(SHOWN).catch((reason: unknown) => reason));
    } finally {
      await end?.();
    }
  }
  await browser.quit();
}
await recorder.close();
failures += report();
process.exitCode = failures > 0 ? 1 : 0;
