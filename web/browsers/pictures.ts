/** Records a run: with STALLAGE_JOURNEY_PICTURES=FOLDER, each step leaves a picture there. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "./browser.ts";

const folder = process.env["STALLAGE_JOURNEY_PICTURES"];
let taken = 0;

/** Takes a picture of what the browser shows. Does nothing if none are asked for. */
export async function picture(browser: Browser, what: string): Promise<void> {
  if (folder === undefined || folder === "") return;
  taken += 1;
  const engine = browser.name.split(" ")[0] ?? "";
  const words = `${engine} ${String(taken).padStart(3, "0")} ${what}`.toLowerCase();
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, `${words.replace(/[^a-z0-9]+/g, "-")}.png`),
    await browser.screenshot(),
  );
}
