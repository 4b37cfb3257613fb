import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { addToCart, fillAddress, newEmail } from "./shopper";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const MUG = "everyday-mug";

/** Changes the line of the mug in the shop's database, as many other shoppers would. */
async function crowd(...change: string[]): Promise<void> {
  await run(join(ROOT, ".venv/bin/python"), [join(ROOT, "web/e2e/crowd.py"), MUG, ...change], {
    cwd: join(ROOT, "server"),
    env: { ...process.env, PYTHONPATH: join(ROOT, "server") },
  });
}

async function fillCheckout(page: Page): Promise<void> {
  await addToCart(page, MUG);
  await page.goto("/checkout");
  await page.getByLabel("Email").fill(newEmail());
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
}

const placeOrder = (page: Page) =>
  page.getByRole("button", { name: "Place order", exact: true }).click();

/** Sends the order, which has to wait in line. */
async function waitInLine(page: Page, ahead: number): Promise<void> {
  await crowd("join", String(ahead));
  await placeOrder(page);
  await expect(page.getByRole("heading", { name: "You are in line" })).toBeFocused();
}

test.afterEach(() => crowd("crash"));

test("a guest waits in line, reloads, opens a second tab, and the order is placed in turn", async ({
  page,
  context,
}) => {
  await fillCheckout(page);
  await waitInLine(page, 120);
  await expect(page.getByText(/\d+ shoppers ahead of you, about \d+/).first()).toBeVisible();
  await expect(page).toHaveTitle(/ahead of you/);
  await expect(page.getByRole("status").filter({ hasText: "ahead of you" })).toHaveCount(1);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(
      (theme) => (document.documentElement.dataset["theme"] = theme),
      colorScheme,
    );
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);

  const ahead = async (tab: Page) => {
    const text = await tab
      .getByText(/shoppers? ahead of you, about/)
      .first()
      .textContent();
    return Number(/\d+/.exec(text ?? "")?.[0]);
  };
  const before = await ahead(page);
  await page.reload();
  await expect(page.getByRole("heading", { name: "You are in line" })).toBeVisible();
  expect(await ahead(page)).toBeLessThanOrEqual(before);
  const second = await context.newPage();
  await second.goto("/checkout");
  await expect(second.getByRole("heading", { name: "You are in line" })).toBeVisible();
  await expect(page).toHaveURL(/\/order-detail\/SO-/, { timeout: 120_000 });
});

test("a guest leaves the line by keyboard and is back at the form", async ({ page }) => {
  await fillCheckout(page);
  await waitInLine(page, 400);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Leave the line" })).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Leave the line?" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Leave the line" }).press("Enter");
  await expect(page.getByLabel("Address line 1")).toHaveValue("12 Harbor Street");
});

test("a guest learns that the product has sold out, and when a place has ended", async ({
  page,
}) => {
  // Pages look again after half of the announced time, twice here.
  test.slow();
  await fillCheckout(page);
  await waitInLine(page, 60);
  await crowd("reopen", "60");
  await expect(
    page.getByRole("heading", { name: "Your place in line is no longer valid" }),
  ).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await crowd("join", "60");
  await page.getByRole("button", { name: "Place order again" }).click();
  await expect(page.getByRole("heading", { name: "You are in line" })).toBeVisible();
  await crowd("sell-out");
  await expect(page.getByRole("heading", { name: "This item is sold out" })).toBeVisible({
    timeout: 60_000,
  });
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to your cart" }).click();
  await expect(page).toHaveURL(/\/cart/);
  await crowd("restock");
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the page of the line loads itself again, and the order is placed in turn", async ({
    page,
  }) => {
    await page.goto(`/products/${MUG}`);
    await page.getByRole("button", { name: "Add to cart", exact: true }).click();
    await page.getByRole("link", { name: "Checkout" }).click();
    await page.getByLabel("Email").fill(newEmail());
    await page.getByLabel("Phone number").fill("5035550143");
    await fillAddress(page);
    await page.getByRole("button", { name: "Update totals" }).click();
    await crowd("join", "120");
    await placeOrder(page);
    await expect(page).toHaveURL("/no-script/checkout/line");
    await expect(page.getByRole("heading", { name: "You are in line" })).toBeVisible();
    await expect(page.getByText(/\d+ shoppers ahead of you, about \d+/)).toBeVisible();
    await expect(page.getByRole("heading", { name: /^Thank you/ })).toBeVisible({
      timeout: 120_000,
    });
    await expect(page).toHaveURL(/\/no-script\/orders\/SO-/);
  });
});
