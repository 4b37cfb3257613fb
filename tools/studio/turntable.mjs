/**
 * Draws the demo shop's 360° spin and video, in Chromium by way of Playwright:
 * `web/node_modules/.bin/node tools/studio/turntable.mjs OUT FRAMES`, with the folder to write to and the number of
 * frames, 24 by default. `turntable.html` has the jug.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "../../web/node_modules/@playwright/test/index.mjs";
import { webm } from "./webm.mjs";

const FRAME = [640, 800];
const VIDEO = [480, 600];
const RATE = 12;
const TURNS = 2;
const NAME = "water-jug";

const out = process.argv[2];
const count = Number(process.argv[3] ?? 24);
mkdirSync(out, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.STALLAGE_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const tab = await browser.newPage();
await tab.goto(pathToFileURL(join(import.meta.dirname, "turntable.html")).href);
for (let index = 0; index < count; index++) {
  const frame = await tab.evaluate(
    ([part, width, height]) => draw(part, width, height),
    [index / count, ...FRAME],
  );
  const number = String(index + 1).padStart(2, "0");
  writeFileSync(join(out, `${NAME}-spin-${number}.webp`), Buffer.from(frame, "base64"));
  console.log(`frame ${index + 1} of ${count}`);
}
const chunks = await tab.evaluate(
  ([width, height, rate, turns]) => encode(width, height, rate, turns),
  [...VIDEO, RATE, TURNS],
);
writeFileSync(join(out, `${NAME}-video.webm`), webm(chunks, ...VIDEO, RATE));
await browser.close();
