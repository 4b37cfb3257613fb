/** The journeys through a running demo shop, in three browsers that share no engine. */
import { openChromium } from "./chromium.ts";
import { openFirefox } from "./firefox.ts";
import { frame } from "./journeys/frame.ts";
import { shop } from "./shopper.ts";
import { openWebKit } from "./webkit.ts";

const journeys = [frame];

const only = process.argv.slice(2);
const chosen = journeys.filter(({ name }) => only.length === 0 || only.includes(name));
let failures = 0;
for (const open of [openChromium, openFirefox, openWebKit]) {
  const browser = await open(20_000 + Math.floor(Math.random() * 20_000));
  console.log(browser.name);
  for (const { name, steps } of chosen) {
    console.log(`  ${name}`);
    try {
      await browser.goto(`${shop}/robots.txt`);
      await browser.run("(localStorage.clear(), sessionStorage.clear())");
      for (const [what, act] of steps(browser)) {
        await act();
        console.log(`    ok  ${what}`);
      }
    } catch (error) {
      failures += 1;
      console.error("    FAILED", error);
    }
  }
  await browser.quit();
}
process.exitCode = failures > 0 ? 1 : 0;
