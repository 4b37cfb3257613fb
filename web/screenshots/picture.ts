import { join } from "node:path";
import { expect, type Page } from "@playwright/test";

export const folder = join(import.meta.dirname, "../../docs/screenshots");
const longest = 2600;

/** Waits until all visible pictures are loaded and no skeleton is left. */
async function settled(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  // Not "networkidle": the browser's revalidation of stale responses never counts as finished there.
  for (let y = 0; y < Math.min(height, longest); y += 300) {
    await page.evaluate((top) => {
      window.scrollTo(0, top);
    }, y);
  }
  await page.evaluate(() => {
    window.scrollTo(0, 0);
  });
  // A lazy picture beyond the edge of a carousel is never requested.
  await page.waitForFunction((end) => {
    const inSight = [...document.images].filter((image) => {
      const place = image.getBoundingClientRect();
      return place.top < end && place.left < innerWidth && place.width > 0;
    });
    return inSight.every((image) => image.complete);
  }, longest);
}

/** What the window shows: of a dialog, or of a page that is as high as the window. Mostly text and lines. */
export async function windowPicture(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  await page.screenshot({
    path: join(folder, `${name}-${width}.jpg`),
    type: "jpeg",
    quality: 62,
    // What floats may still be appearing.
    animations: "disabled",
  });
}

export async function picture(page: Page, name: string): Promise<void> {
  await settled(page);
  const width = page.viewportSize()?.width ?? 0;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.screenshot({
    path: join(folder, `${name}-${width}.jpg`),
    type: "jpeg",
    quality: 72,
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, longest) },
  });
}
