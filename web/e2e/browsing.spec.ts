import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expectStarted } from "./frame";

async function expectNoOverflow(page: Page): Promise<void> {
  // The layout viewport of a phone grows with content that is too wide.
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

test("home links to categories, lists and products", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Kiln & Grain");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const menu = page.getByRole("navigation", { name: "Categories" });
  await menu.getByRole("link", { name: "Table", exact: true }).click();
  await expect(page).toHaveURL("/c/collections/table");
  await expect(page.getByRole("heading", { level: 1, name: "Table" })).toBeVisible();
  await expect(page).toHaveTitle(/Table.*Kiln & Grain/);
  // Only reduced prices show the lowest price of the previous 30 days.
  const cards = page.getByRole("main").getByRole("article");
  const reduced = cards.filter({ hasText: "Price before" });
  await expect(reduced.first()).toContainText(/Prior 30-day low: \$\d/);
  await expect(reduced.filter({ hasNotText: "Prior 30-day low" })).toHaveCount(0);
  const withLowestPrice = cards.filter({ hasText: "Prior 30-day low" });
  await expect(withLowestPrice.filter({ hasNotText: "Price before" })).toHaveCount(0);
  await page.getByRole("link", { name: "Everyday mug" }).click();
  await expect(page).toHaveURL(/\/products\/everyday-mug/);
  await expect(page.getByRole("heading", { level: 1, name: "Everyday mug" })).toBeVisible();
});

test("the category menu opens when the pointer rests on it, at once by keyboard, and closes", async ({
  page,
}) => {
  await page.goto("/");
  const menu = page.getByRole("navigation", { name: "Categories" });
  const table = menu.getByRole("link", { name: "Table", exact: true });
  const inside = menu.getByRole("link", { name: "All of Table" });
  await table.hover();
  await expect(inside).toBeVisible();
  await page.mouse.move(640, 800);
  await expect(inside).toBeHidden();
  await table.focus();
  await page.keyboard.press("ArrowDown");
  await expect(inside).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(inside).toBeHidden();
});

test("filters, sort order and page are in the URL, and Back restores them", async ({ page }) => {
  await page.goto("/c/collections/table");
  await expectStarted(page);
  const count = page.getByRole("status").filter({ hasText: "products" });
  await expect(count).toBeVisible();
  const all = await count.textContent();
  await page.getByRole("checkbox", { name: /^Stoneware/ }).check();
  await expect(page).toHaveURL(/attr\.material=Stoneware/);
  await expect(count).not.toHaveText(all ?? "");
  await page.getByRole("combobox", { name: "Sort", exact: true }).selectOption("price");
  await expect(page).toHaveURL(/sort=price/);
  await page.reload();
  await expect(page.getByRole("checkbox", { name: /^Stoneware/ })).toBeChecked();
  await page.getByRole("button", { name: "Remove filter Stoneware" }).click();
  await expect(count).toHaveText(all ?? "");
  await page.goBack();
  await expect(page.getByRole("checkbox", { name: /^Stoneware/ })).toBeChecked();
});

test("filters that are pressed right after one another all count", async ({ page }) => {
  await page.goto("/c/collections/table");
  await expectStarted(page);
  const boxes = await Promise.all(
    [/^Stoneware/, /^In stock/].map((name) => page.getByRole("checkbox", { name }).elementHandle()),
  );
  await page.evaluate((all) => all.forEach((box) => (box as HTMLElement).click()), boxes);
  await expect(page).toHaveURL(/Stoneware/);
  await expect(page).toHaveURL(/inStock=true/);
  await expect(page.getByRole("checkbox", { name: /^Stoneware/ })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: /^In stock/ })).toBeChecked();
});

test("a shopper finds products by suggestions, by search and despite typos", async ({ page }) => {
  await page.goto("/");
  const field = page.getByRole("combobox", { name: "Search products" }).first();
  await field.fill("everyday mu");
  await page
    .getByRole("option", { name: /Everyday mug/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/products\/everyday-mug/);
  await field.fill("vase");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=vase/);
  await expect(page.getByRole("heading", { name: "Results for “vase”" })).toBeVisible();
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.goto("/search?q=qqqxxzz");
  await expect(page.getByRole("heading", { name: /No results/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Best sellers" })).toBeVisible();
});

test("a product shows its options and is added to the cart", async ({ page }) => {
  await page.goto("/products/everyday-mug");
  await page.getByRole("radio", { name: "Moss" }).check({ force: true });
  await expect(page).toHaveURL(/sku=\d+/);
  await page.getByRole("button", { name: "One more" }).first().click();
  await page.getByRole("button", { name: "Add to cart", exact: true }).first().click();
  const drawer = page.getByRole("dialog", { name: "Cart" });
  await expect(drawer.getByText("Everyday mug")).toBeVisible();
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
  const stored = await page.evaluate(() => localStorage.getItem("guestCartSkuIds"));
  expect(JSON.parse(stored ?? "[]")).toHaveLength(2);
  await page.reload();
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
});

test("delivery is estimated for a postal code", async ({ page }) => {
  await page.goto("/products/everyday-mug");
  await page.getByRole("button", { name: "See when it arrives" }).click();
  await page.getByLabel("Deliver to").fill("10001");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText(/Arrives by \w+ \d+, \d{4} to 10001/)).toBeVisible();
  await page.getByText("Delivery and returns").click();
  await expect(page.getByText(/Standard delivery/)).toBeVisible();
});

test("an unknown path redirects home, and an account page asks to sign in", async ({ page }) => {
  await page.goto("/no/such/page");
  await expect(page).toHaveURL("/");
  await page.goto("/user-profile/orders?page=2");
  await expect(page).toHaveURL("/login?next=%2Fuser-profile%2Forders%3Fpage%3D2");
});

test("a page module that fails to load reloads the page once; the second failure is only logged", async ({
  page,
}) => {
  await page.goto("/");
  await expectStarted(page);
  let loads = 0;
  page.on("load", () => (loads += 1));
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.route("**/assets/faqs-*.js", (route) => route.abort());
  await page.getByRole("contentinfo").getByRole("link", { name: "FAQs" }).click();
  await expect(page.getByRole("heading", { name: "This page did not load" })).toBeVisible();
  expect(loads).toBe(1);
  expect(errors.join()).toContain("Error loading a page:");
  await page.unroute("**/assets/faqs-*.js");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Frequently asked questions" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("moduleReloaded"))).toBeNull();
});

test("a navigation scrolls to the top, and Back restores the scroll position", async ({ page }) => {
  await page.goto("/c/collections/table");
  await expectStarted(page);
  const last = page.getByRole("article").last();
  await last.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(400);
  await last.getByRole("link").click();
  await expect(page).toHaveURL(/\/products\//);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
});

test("each navigation sets its own metadata", async ({ page }) => {
  await page.goto("/products/everyday-mug");
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute("href", /\/products\/everyday-mug/);
  await page.getByRole("contentinfo").getByRole("link", { name: "FAQs" }).click();
  await expect(canonical).toHaveAttribute("href", /\/faqs/);
  await expect(page.locator("title")).toHaveCount(1);
  await expect(page).toHaveTitle(/Kiln & Grain$/);
});

test("the theme is light unless dark is chosen, and the choice is stored", async ({ page }) => {
  await page.goto("/");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-theme", "light");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("button", { name: "Dark" }).click();
  await expect(html).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(html).toHaveAttribute("data-theme", "dark");
});

test("questions can be searched", async ({ page }) => {
  await page.goto("/faqs");
  await page.getByRole("searchbox", { name: "Search FAQs" }).fill("return");
  await expect(page.getByText(/return/i).first()).toBeVisible();
  await page.getByRole("searchbox", { name: "Search FAQs" }).fill("qqqxxzz");
  await expect(page.getByRole("heading", { name: /No question matches/ })).toBeVisible();
});

test("on a phone: filters in a drawer, the menu, and a fixed bottom bar @phone", async ({
  page,
}) => {
  await page.goto("/c/collections/table");
  await page.getByRole("button", { name: "Filters" }).click();
  const drawer = page.getByRole("dialog", { name: "Filters" });
  await drawer.getByRole("checkbox", { name: /^Stoneware/ }).check();
  await drawer.getByRole("button", { name: /^Show \d+ products?$/ }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("button", { name: "Filters, 1 applied" })).toBeVisible();
  await page.getByRole("button", { name: "Categories" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByText("Kitchen", { exact: true }).click();
  await menu.getByRole("link", { name: "All of Kitchen" }).click();
  await expect(page).toHaveURL("/c/collections/kitchen");
  await expect(menu).toBeHidden();
  await page.goto("/products/everyday-mug");
  await expect(
    page.getByRole("button", { name: "Add to cart", exact: true }).last(),
  ).toBeInViewport();
});

const PUBLIC = [
  "/",
  "/c/collections/table",
  "/products/everyday-mug",
  "/search?q=vase",
  "/search",
  "/collections",
  "/blogs",
  "/faqs",
  "/contact-us",
  "/return-and-exchange",
];
const PHONES_OWN = 4;

for (const device of ["", " @phone"]) {
  test(`the public pages are accessible${device}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const [place, path] of PUBLIC.entries()) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      // On a phone, the other pages have the same layout as the first ones.
      if (device === "" || place < PHONES_OWN) await expectAccessible(page);
      await expectNoOverflow(page);
    }
  });
}
