/** Phones lay out what is below the first view once that is shown. */
import { expect, type Page, test } from "@playwright/test";
import { collectShifts, FIRST_VISIT, openAtRest } from "./firstVisit";
import { signIn } from "./shopper";

test.use({ storageState: FIRST_VISIT });

const LIST = "/c/collections/table";
const PRODUCT = "/products/everyday-mug";
const waiting = (page: Page) => page.locator("html[data-first-view]");

/** Whether the browser shows the picture of this card of a list, the first being 0. */
const isShown = (page: Page, card: number) =>
  page
    .locator("main article img")
    .nth(card)
    .evaluate((picture) => picture.checkVisibility());

/** The sum of the layout shifts since the page was opened. */
async function shiftsOf(page: Page): Promise<number> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  return shifts.reduce((sum, one) => sum + one, 0);
}

test("the third row of cards waits for the first view, or for the visitor @phone", async ({
  page,
}) => {
  // Time stands still, and so does the frame that ends the first view.
  await openAtRest(page, LIST);
  await expect(waiting(page)).toHaveCount(1);
  expect(await isShown(page, 3)).toBe(true);
  expect(await isShown(page, 4)).toBe(false);
  await page.evaluate(() => window.scrollBy(0, 300));
  await expect.poll(() => isShown(page, 4)).toBe(true);
  await openAtRest(page, LIST);
  expect(await isShown(page, 4)).toBe(false);
  await page.clock.runFor(1000);
  await expect.poll(() => isShown(page, 4)).toBe(true);
});

test("all of a page is there after its first view, and nothing has moved @phone", async ({
  page,
}) => {
  await collectShifts(page);
  for (const path of ["/", LIST, PRODUCT, "/search?q=bowl", "/blogs/how-glazes-break"]) {
    await page.goto(path);
    await expect(waiting(page), path).toHaveCount(0);
    await page.waitForLoadState("networkidle");
    const skipped = await page
      .locator("main :is(h2, h3), footer a")
      .evaluateAll((all) =>
        all.filter((one) => !one.checkVisibility()).map((one) => one.outerHTML),
      );
    expect(skipped, path).toEqual([]);
    expect(await shiftsOf(page), path).toBeLessThan(0.005);
  }
});

test("nothing moves on pages of the account, whose header fills itself in", async ({ page }) => {
  await signIn(page);
  await collectShifts(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of ["orders", "profile", "wallet"]) {
    await page.goto(`/user-profile/${path}`);
    const categories = page.getByRole("navigation", { name: "Categories" }).getByRole("link");
    await expect(categories.filter({ visible: true }).nth(2)).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    expect(await shiftsOf(page), path).toBe(0);
  }
});

test("an address that leads to a place further down lays out all at once @phone", async ({
  page,
}) => {
  await openAtRest(page, `${PRODUCT}#reviews`);
  await expect(waiting(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Reviews", exact: true })).toBeInViewport();
});
