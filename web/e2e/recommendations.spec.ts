import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";

const POPULAR = "Popular now";
const FOR_VIEWED = "Because you looked at Everyday mug";

async function view(page: Page, slug: string) {
  await page.goto(`/products/${slug}`);
  // A sign of the visitor starts the client, which stores what was viewed.
  await page.mouse.move(200, 300);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("recentlyViewedSkuIds")))
    .not.toBeNull();
}

const row = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title }) });

const titlesIn = (page: Page, title: string) =>
  row(page, title).getByRole("article").getByRole("heading").allTextContents();

/** Opens the home page and goes to its end, past which the rows are loaded. */
async function openHome(page: Page) {
  await page.goto("/");
  await page.mouse.move(200, 300);
  await page.locator("footer").scrollIntoViewIfNeeded();
}

test("the home page shows what is popular, and what goes with viewed products", async ({
  page,
}) => {
  await openHome(page);
  // The shop computes it in the background during its first minute.
  await expect(async () => {
    await openHome(page);
    await expect(row(page, POPULAR)).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(page.getByText("Because you looked at")).toHaveCount(0);

  await view(page, "everyday-mug");
  await openHome(page);
  await expect(row(page, FOR_VIEWED)).toBeVisible();
  await expect(row(page, POPULAR)).toBeVisible();
  const popular = await titlesIn(page, POPULAR);
  expect(popular.length).toBeGreaterThan(3);
  // No product is shown twice, and none that was viewed.
  const forViewed = await titlesIn(page, FOR_VIEWED);
  expect(forViewed.length).toBeGreaterThan(0);
  expect(forViewed.filter((title) => popular.includes(title))).toEqual([]);
  expect(forViewed).not.toContain("Everyday mug");
  await expectAccessible(page);

  await row(page, FOR_VIEWED).getByRole("article").first().getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(forViewed[0] ?? "");
});

test("the rows that are loaded below move nothing that the visitor sees", async ({ page }) => {
  await view(page, "everyday-mug");
  await page.goto("/");
  await page.mouse.move(200, 300);
  await page.evaluate(() => {
    const shifts: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifts.push((entry as PerformanceEntry & { value: number }).value);
      }
    }).observe({ type: "layout-shift", buffered: true });
    Object.assign(window, { shifts });
  });
  const answered = page.waitForResponse("**/api/popular-now*");
  const begin = page.locator("#recommended");
  // As far as they are loaded, and not yet so far that they are on the screen.
  await begin.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    window.scrollTo({ top: top - window.innerHeight - 300, behavior: "instant" });
  });
  await answered;
  await expect(page.getByRole("heading", { name: POPULAR })).toBeAttached();
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01);
});

test("a shop without orders has no such rows", async ({ page }) => {
  await page.route(/\/api\/(popular-now|because-you-viewed)/, (route) =>
    route.fulfill({ json: { status: true, output: [], error: null } }),
  );
  const answered = page.waitForResponse("**/api/popular-now*");
  await openHome(page);
  await answered;
  await expect(page.locator("#recommended")).toBeEmpty();
  await expect(page.getByText(POPULAR)).toHaveCount(0);
});
