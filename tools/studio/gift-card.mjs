/**
 * Draws the demo shop's gift card, in Chromium by way of Playwright:
 * `web/node_modules/.bin/node tools/studio/gift-card.mjs OUT.png`, then OUT.png as WebP into the shop's media.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "../../web/node_modules/@playwright/test/index.mjs";

const root = join(import.meta.dirname, "../..");
const font = readFileSync(
  join(
    root,
    "web/node_modules/@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2",
  ),
).toString("base64");

/** Rings of a pot on the wheel, seen from above. */
const rings = Array.from({ length: 17 }, (_, ring) => {
  const radius = 40 + ring * 34;
  return `<circle cx="770" cy="560" r="${radius}" opacity="${(0.5 - ring * 0.024).toFixed(3)}"/>`;
}).join("");

const page = `<!doctype html><style>
@font-face { font-family: H; font-weight: 100 900; src: url(data:font/woff2;base64,${font}); }
* { margin: 0; box-sizing: border-box; }
body { width: 1200px; height: 1500px; display: grid; place-items: center; background: #e9e3d9; font-family: H; }
.card { position: relative; width: 930px; height: 586px; padding: 56px 60px; overflow: hidden; border-radius: 34px;
  background: linear-gradient(140deg, #2d5a4b, #1d3c32); color: #f4efe6;
  box-shadow: 0 2px 4px rgb(29 27 25 / 18%), 0 40px 80px rgb(29 27 25 / 26%); }
.card svg { position: absolute; inset: 0; width: 100%; height: 100%; }
.card p { position: relative; }
.shop { font-size: 40px; font-weight: 600; letter-spacing: -0.01em; }
.what { position: absolute !important; bottom: 52px; left: 60px; font-size: 104px; font-weight: 500; line-height: 1;
  letter-spacing: -0.035em; }
</style><div class="card">
<svg viewBox="0 0 930 586" fill="none" stroke="#e3c9a0" stroke-width="2.5">${rings}</svg>
<p class="shop">Kiln &amp; Grain</p><p class="what">Gift card</p></div>`;

const browser = await chromium.launch({
  executablePath: process.env.STALLAGE_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const tab = await browser.newPage({ viewport: { width: 1200, height: 1500 } });
await tab.setContent(page);
await tab.evaluate(() => document.fonts.ready);
await tab.screenshot({ path: process.argv[2] });
await browser.close();
