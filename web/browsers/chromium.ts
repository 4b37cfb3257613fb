/** Chromium, driven as in all other browser tests. */
import { chromium } from "@playwright/test";
import type { Browser } from "./browser.ts";

export async function openChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env["STALLAGE_CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  return {
    name: `Chromium ${browser.version()}`,
    goto: async (url) => {
      await page.goto(url);
    },
    run: (expression) => page.evaluate(expression),
    resize: (width, height) => page.setViewportSize({ width, height }),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    screenshot: () => page.screenshot(),
    quit: () => browser.close(),
  };
}
