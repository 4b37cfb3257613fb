import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { stored } from "./frame";

/** Chooses a product on its card, which shows the button on hover. */
async function choose(page: Page, title: string): Promise<void> {
  const card = page.getByRole("main").getByRole("article").filter({ hasText: title }).first();
  const toggle = card.getByRole("button", { name: `Compare ${title}` });
  // The button is loaded when the page is idle.
  await expect(toggle).toBeAttached();
  await card.hover();
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
}

const tray = (page: Page) => page.getByRole("complementary", { name: "Products to compare" });
const column = (page: Page, title: string) =>
  page.getByRole("columnheader").filter({ hasText: title });

test("products are chosen on cards, compared side by side, and shared by URL", async ({
  page,
  browser,
}) => {
  await page.goto("/c/collections/table");
  await expect(tray(page)).toHaveCount(0);
  await choose(page, "Shoulder carafe");
  await expect(tray(page)).toContainText("Choose another product");
  await choose(page, "Cake stand");
  expect(JSON.parse((await stored(page, "comparedProducts")) ?? "[]")).toHaveLength(2);
  await page.reload();
  await page.getByRole("link", { name: "Compare 2 products" }).click();
  await expect(page).toHaveURL("/compare?product=carafe&product=cake-stand");
  await expect(page).toHaveTitle("Compare products | Kiln & Grain");
  await expect(column(page, "Shoulder carafe")).toBeVisible();
  await expect(page.getByRole("row", { name: /^Price/ })).toContainText("From $38");
  await expect(page.getByRole("row", { name: /^Brand/ })).toContainText("Saltlight Glass");
  await expectAccessible(page);

  const same = page.getByRole("row", { name: /^Availability/ });
  await expect(same).toBeVisible();
  await page.getByLabel("Show only differences").check();
  await expect(same).toHaveCount(0);
  await expect(page.getByRole("row", { name: /^Brand/ })).toBeVisible();

  // Visitors with the URL see the same, but their own selection does not change.
  const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const guest = await other.newPage();
  await guest.goto(page.url());
  await expect(column(guest, "Cake stand")).toBeVisible();
  expect(await stored(guest, "comparedProducts")).toBeNull();
  await other.close();

  await page.getByRole("button", { name: "Remove Shoulder carafe from the comparison" }).click();
  await expect(page).toHaveURL("/compare?product=cake-stand");
  await page.getByRole("button", { name: "Remove Cake stand from the comparison" }).click();
  await expect(page.getByRole("heading", { name: "Nothing to compare yet" })).toBeVisible();
  expect(await stored(page, "comparedProducts")).toBeNull();
});

test("the comparison, messages and the offline banner do not cover each other", async ({
  page,
  context,
}) => {
  await page.goto("/c/collections/table");
  await choose(page, "Shoulder carafe");
  await context.setOffline(true);
  const banner = page.getByText("You are offline.");
  await expect(banner).toBeVisible();
  for (const size of [
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    const bottom = () =>
      tray(page).evaluate((element) => Math.floor(element.getBoundingClientRect().bottom));
    const { y = 0 } = (await banner.boundingBox()) ?? {};
    await expect.poll(bottom).toBeLessThanOrEqual(y);
  }
  await context.setOffline(false);
  const message = page.getByRole("status").getByText("You are online again");
  await expect(message).toBeVisible();
  const { y = 0, height = 0 } = (await message.boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual((await tray(page).boundingBox())?.y ?? 0);
  await tray(page).getByRole("button", { name: "Clear products to compare" }).click();
  await expect(tray(page)).toHaveCount(0);
});

test("products are added to the cart from a comparison, after choosing their options", async ({
  page,
}) => {
  await page.goto("/compare?product=cake-stand&product=carafe");
  await page.getByRole("button", { name: "Add to cart: Cake stand" }).click();
  const cart = page.getByRole("dialog", { name: "Cart" });
  await expect(cart.getByRole("link", { name: "Cake stand" })).toBeVisible();
  await cart.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Choose options for Shoulder carafe" }).click();
  const sheet = page.getByRole("dialog", { name: "Shoulder carafe" });
  await sheet.getByTitle("Sea").click();
  await sheet.getByRole("button", { name: "Add to cart", exact: true }).click();
  await expect(cart.getByText("Color: Sea")).toBeVisible();
});

test("a fifth product is rejected, and a product that is no longer sold is marked", async ({
  page,
}) => {
  const titles = ["Shoulder carafe", "Cake stand", "Round tray", "Tall water jug"];
  await page.goto("/c/collections/table");
  for (const title of titles) await choose(page, title);
  const fifth = page.getByRole("article").filter({ hasText: "Dipping bowls" }).first();
  await fifth.hover();
  await fifth.getByRole("button", { name: /^Compare / }).click();
  await expect(page.getByText("You can compare up to 4 products.")).toBeVisible();
  await expect(tray(page).getByRole("listitem")).toHaveCount(4);
  await tray(page).getByRole("button", { name: "Clear products to compare" }).click();
  await expect(tray(page)).toHaveCount(0);

  await page.goto("/compare?product=cake-stand&product=was-here-once");
  await expect(page.getByText("No longer available")).toBeVisible();
  await expect(page.getByRole("row", { name: /^Price/ })).toContainText("$74");
  await page.getByRole("button", { name: "Remove was-here-once from the comparison" }).click();
  await expect(page).toHaveURL("/compare?product=cake-stand");
});

test("invalid data in storage and in the URL is ignored", async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem("comparedProducts", '[{"slug":7},null,{"slug":"x","title":3}]'),
  );
  await page.goto("/compare?product=&product=");
  await expect(page.getByRole("heading", { name: "Nothing to compare yet" })).toBeVisible();
});

test("comparisons are not indexed by search engines", async ({ page }) => {
  const response = await page.goto("/compare?product=cake-stand");
  expect(response?.status()).toBe(200);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
});

test("on a phone the products scroll while the row names stay @phone", async ({ page }) => {
  await page.goto("/compare?product=cake-stand&product=carafe&product=round-tray");
  const table = page.getByRole("region", { name: "Comparison table" });
  const name = page.getByRole("rowheader", { name: "Brand" });
  await expect(name).toBeVisible();
  const before = await name.boundingBox();
  await table.evaluate((element) => {
    element.scrollLeft = element.scrollWidth;
  });
  await expect(column(page, "Round tray")).toBeInViewport();
  expect((await name.boundingBox())?.x).toBe(before?.x);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
