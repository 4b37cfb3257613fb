import { expect, type Page } from "@playwright/test";

/** The storage of a browser that has not been here before. */
export const FIRST_VISIT = { cookies: [], origins: [] };

/** Opens a page from the server, whose time then stands still: the client does not start by itself. */
export async function openAtRest(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await expect(async () => {
    const response = await page.goto(path);
    expect(response?.headers()["server-timing"]).toMatch(/page;desc="(cached|rendered)"/);
  }).toPass();
  await page.waitForLoadState("networkidle");
}

/** Holds the client's scripts, or some of them, until the returned function is called. */
export async function holdClient(page: Page, scripts = "*.js"): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/assets/${scripts}`, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Collects the layout shifts of each page that is opened from now on; `window.shifts` has them. */
export async function collectShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
}
