import { expect, type Locator, type Page, test } from "@playwright/test";
import { signIn } from "./shopper";

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${String(element)} is not visible.`);
  return box;
}

async function openAt(page: Page, path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(path);
}

test("short forms are in the middle of a wide screen", async ({ page }) => {
  for (const path of ["/find-order", "/withdraw"]) {
    await openAt(page, path, 1280);
    const { x, width } = await boxOf(page.locator("#content form"));
    const content = await boxOf(page.locator("#content"));
    expect(x + width / 2).toBeCloseTo(content.x + content.width / 2, 0);
  }
});

test("hints and placeholders are whole on a phone", async ({ page }) => {
  await openAt(page, "/find-order", 390);
  const hint = page.getByText("Such as SO-7K2M-9QXD, in your order confirmation.");
  expect((await boxOf(hint)).height).toBeLessThan(30);
  const newsletter = page.getByRole("textbox", { name: "Where to send the newsletter" });
  expect((await boxOf(newsletter)).width).toBeGreaterThan(250);
});

test("a search without results has nothing to sort", async ({ page }) => {
  await openAt(page, "/search?q=qqqxxzz", 1280);
  await expect(page.getByRole("heading", { name: "No results for “qqqxxzz”" })).toBeVisible();
  await expect(page.getByLabel("Sort")).toHaveCount(0);
  await openAt(page, "/search?q=vase", 1280);
  await expect(page.getByLabel("Sort")).toBeVisible();
});

test("typed messages are there again after Back", async ({ page }) => {
  await openAt(page, "/contact-us", 1280);
  await page.getByLabel("Subject").fill("Do you deliver to Maine?");
  await page.getByRole("contentinfo").getByRole("link", { name: "FAQs" }).click();
  await expect(page).toHaveURL("/faqs");
  await page.goBack();
  await expect(page.getByLabel("Subject")).toHaveValue("Do you deliver to Maine?");
});

test("the account has neither empty areas nor cut prompts", async ({ page }) => {
  await signIn(page);
  await openAt(page, "/user-profile/wallet", 1280);
  const balance = page.getByRole("heading", { name: "Balance" }).locator("xpath=..");
  expect((await boxOf(balance)).height).toBeLessThan(160);
  await page.goto("/user-profile/addresses");
  await page.getByRole("button", { name: "Add address" }).click();
  const sheet = page.getByRole("dialog");
  const phone = await boxOf(sheet.getByLabel("Phone number"));
  expect(phone.width).toBe((await boxOf(sheet.getByLabel("Address line 1"))).width);
});
