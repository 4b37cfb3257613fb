import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { answer, followFooter, navigateTo, withoutServerRendering } from "./frame";
import { addToCart, fillAddress, orderCash, signIn } from "./shopper";

test.slow();

/** The keys that the table of `docs/browser-storage.md` names. */
function documentedKeys() {
  const text = readFileSync(join(import.meta.dirname, "../../docs/browser-storage.md"), "utf8");
  const of = (storage: string) => {
    const row = new RegExp("^\\| `([^`]+)` \\| " + storage + " \\|", "gm");
    return new Set([...text.matchAll(row)].map(([, key]) => key ?? ""));
  };
  return { local: of("local"), tab: of("session") };
}

test.describe("the state", () => {
  test("home shows the app state, and is shown again without a request", async ({ page }) => {
    let requests = 0;
    await withoutServerRendering(page);
    await page.route("**/api/home", async (route) => {
      requests += 1;
      const { output } = (await (await route.fetch()).json()) as {
        output: { pageItem: { categoryList: { title: string }[] } };
      };
      const [first] = output.pageItem.categoryList;
      if (first) first.title = "Otters only";
      await route.fulfill(answer(output));
    });
    await page.goto("/");
    await expect(page.getByRole("main").getByText("Otters only").first()).toBeVisible();
    await followFooter(page, "FAQs");
    await expect(page.getByRole("heading", { level: 1, name: /Frequently/ })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("main").getByText("Otters only").first()).toBeVisible();
    expect(requests).toBe(1);
  });

  test("signing out removes the customer's data from the state, and keeps the shop's", async ({
    page,
  }) => {
    await signIn(page);
    await addToCart(page);
    await page.keyboard.press("Escape");
    await page.goto("/checkout");
    await fillAddress(page);
    await expect(page.getByRole("button", { name: "Place order" })).toBeVisible();
    await followFooter(page, "FAQs");
    const calls: string[] = [];
    page.on("request", (request) => calls.push(new URL(request.url()).pathname));
    const logo = page.getByRole("link", { name: "Kiln & Grain, home" });
    // A navigation closes the menu.
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Frequently asked questions");
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
    await expect(logo).toBeVisible();
    expect(calls.filter((path) => path.includes("logoDetails"))).toEqual([]);
    const left = await page.evaluate(() => ({
      local: Object.keys(localStorage).sort(),
      tab: JSON.stringify(Object.entries(sessionStorage)),
    }));
    // The device's random key has no personal data, and keeps the device known.
    expect(left.local.filter((key) => !["deviceKey", "theme"].includes(key))).toEqual([]);
    expect(left.tab).not.toContain("Harbor Street");
  });

  test("the delivery estimate follows the primary address", async ({ page }) => {
    await signIn(page);
    await page.goto("/products/everyday-mug");
    await expect(page.getByRole("button", { name: "See when it arrives" })).toBeVisible();
    const arrivesIn = (code: string) =>
      page.getByText(new RegExp(`^Arrives by [A-Z][a-z]{2} \\d{1,2}, \\d{4} to ${code}$`));
    await navigateTo(page, "/user-profile/addresses");
    for (const [line, code] of [
      ["12 Harbor Street", "97201"],
      ["3 Second Street", "10001"],
    ] as const) {
      await page.getByRole("button", { name: "Add address" }).click();
      await fillAddress(page);
      await page.getByLabel("Address line 1").fill(line);
      await page.getByLabel("Postal code").fill(code);
      await page.getByRole("button", { name: "Save address" }).click();
      await expect(page.getByRole("dialog")).toBeHidden();
    }
    await page.goBack();
    await expect(arrivesIn("97201")).toBeVisible();
    await page.goForward();
    await page.getByRole("button", { name: "Set as primary" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "3 Second Street" })).toContainText(
      "Primary",
    );
    await page.goBack();
    await expect(arrivesIn("10001")).toBeVisible();
    // Also if the page is displayed before the session is restored.
    await page.reload();
    await expect(arrivesIn("10001")).toBeVisible();
    await page.getByText("Delivery and returns").click();
    await expect(page.getByRole("main")).toContainText(
      /: [A-Z][a-z]{2} \d{1,2}, \d{4} to [A-Z][a-z]{2} \d{1,2}, \d{4}/,
    );
  });
});

test.describe("an address that is set without a navigation", () => {
  test("choosing an option keeps the scroll position, sends no request, and survives reload and Back", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto("/products/everyday-mug");
    const options = page.getByRole("main").getByRole("radio");
    await expect(options.first()).toBeAttached();
    await options.last().scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollBy(0, 40));
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(0);
    const calls: string[] = [];
    page.on("request", (request) => calls.push(new URL(request.url()).pathname));
    const other = page.getByRole("main").locator('input[type="radio"]:not(:checked)').first();
    const value = (await other.getAttribute("value")) ?? "";
    await other.check({ force: true });
    await expect(page).toHaveURL(/\?sku=\d+$/);
    const chosen = page.url();
    expect(await page.evaluate(() => window.scrollY)).toBe(place);
    expect(calls).not.toContain("/api/credentials/applicability");
    expect(calls).not.toContain("/api/head");
    const isChosen = async () =>
      expect(page.locator(`input[type="radio"][value="${value}"]`)).toBeChecked();
    await page.reload();
    await isChosen();
    await followFooter(page, "FAQs");
    await expect(page.getByRole("heading", { level: 1, name: /Frequently/ })).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL(chosen);
    await isChosen();
  });

  test("searching orders replaces the URL; choosing a status is a navigation", async ({ page }) => {
    await signIn(page);
    const orderId = await orderCash(page);
    await page.goto("/user-profile/orders");
    await page.getByLabel("Search orders").fill("no such item");
    await expect(page).toHaveURL(/q=no\+such\+item/);
    await expect(page.getByText("No order matches")).toBeVisible();
    await page.reload();
    await expect(page.getByText("No order matches")).toBeVisible();
    await page.getByLabel("Search orders").fill("");
    await expect(page.getByRole("link", { name: new RegExp(orderId) })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 400 });
    await page.evaluate(() => window.scrollTo(0, 150));
    await page.getByLabel("Status").selectOption("delivered");
    await expect(page).toHaveURL("/user-profile/orders?status=delivered");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL("/user-profile/orders");
    await expect(page.getByRole("link", { name: new RegExp(orderId) })).toBeVisible();
  });
});

test("everything stored in the browser is documented", async ({ page }) => {
  const documented = documentedKeys();
  await addToCart(page);
  await page.goto("/search?q=mug");
  await page.getByRole("combobox", { name: "Search" }).first().fill("bowl");
  await page.getByRole("combobox", { name: "Search" }).first().press("Enter");
  await expect(page).toHaveURL(/q=bowl/);
  await signIn(page);
  await orderCash(page);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByText("Dark", { exact: true }).click();
  await page.keyboard.press("Escape");
  const storedKeys = await page.evaluate(() => ({
    local: Object.keys(localStorage),
    tab: Object.keys(sessionStorage),
  }));
  expect(storedKeys.local).toContain("theme");
  expect(storedKeys.local).toContain("accessToken");
  expect(storedKeys.tab).toContain("placedOrder");
  expect(storedKeys.local.filter((key) => !documented.local.has(key))).toEqual([]);
  expect(storedKeys.tab.filter((key) => !documented.tab.has(key))).toEqual([]);
});
