import { expect, type Page, test } from "@playwright/test";
import { navigateTo } from "./frame";
import { codeFor, enterCode, newEmail, orderCash, signIn } from "./shopper";

test.slow();

const back = (page: Page, place: string | RegExp) =>
  page.getByRole("main").getByRole("link", {
    name: typeof place === "string" ? `Back to ${place}` : place,
  });

test.describe("the way back", () => {
  test("leads from a product to its list, with filters and scroll position", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto("/c/collections/table");
    await expect(page.getByRole("article").first()).toBeVisible();
    await page.getByRole("combobox", { name: "Sort", exact: true }).selectOption("price");
    await expect(page).toHaveURL(/sort=price/);
    const cards = page.getByRole("article");
    await expect(cards.nth(5)).toBeVisible();
    await cards.nth(5).getByRole("link").first().scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(0);
    await cards.nth(5).getByRole("link").first().click();
    await expect(page).toHaveURL(/\/products\//);
    const link = back(page, "Table");
    await expect(link).toHaveAttribute("href", /\/c\/collections\/table\?.*sort=price/);
    await link.click();
    await expect(page).toHaveURL(/\/c\/collections\/table\?.*sort=price/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
    // It goes back in the history: Forward leads to the product again.
    await page.goForward();
    await expect(page).toHaveURL(/\/products\//);
    await expect(link).toBeVisible();
  });

  test("has the title of the previous page, and is missing if there is none", async ({ page }) => {
    await page.goto("/search?q=mug");
    await page.getByRole("article").first().getByRole("link").first().click();
    await expect(back(page, "Search results")).toBeVisible();
    const product = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
    await page
      .getByRole("region", { name: "You may also like" })
      .getByRole("article")
      .first()
      .getByRole("link")
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(product);
    await back(page, product).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(product);
    await expect(back(page, "Search results")).toBeVisible();
    await page.goto("/products/everyday-mug");
    await expect(page.getByRole("heading", { level: 1, name: "Everyday mug" })).toBeVisible();
    await expect(back(page, /^Back to/)).toBeHidden();
  });

  test("leads from an order to the filtered orders, or to all orders on a direct visit", async ({
    page,
  }) => {
    await signIn(page);
    const orderId = await orderCash(page);
    await page.goto("/user-profile/orders");
    await page.getByLabel("Status").selectOption("open");
    await expect(page).toHaveURL(/status=open/);
    await page.getByRole("link", { name: new RegExp(orderId) }).click();
    await back(page, "Orders").click();
    await expect(page).toHaveURL("/user-profile/orders?status=open");
    await page.goto(`/order-detail/${orderId}`);
    await expect(page.getByRole("link", { name: "All orders" })).toBeVisible();
  });

  test("leads from signing in to the previous page if there is no other target", async ({
    page,
  }) => {
    await page.goto("/c/collections/table?sort=price");
    await expect(page.getByRole("article").first()).toBeVisible();
    await navigateTo(page, "/login");
    // As from a link without `next`.
    await page.goBack();
    await expect(page).toHaveURL("/c/collections/table?sort=price");
    await expect(page.getByRole("article").first()).toBeVisible();
    await page.evaluate(() => {
      const link = Object.assign(document.createElement("a"), { href: "/login", id: "sign-in" });
      const prose = document.createElement("div");
      prose.dataset["prose"] = "";
      prose.append(link);
      link.textContent = "Sign in here";
      document.querySelector("main")?.prepend(prose);
    });
    await page.getByRole("link", { name: "Sign in here" }).click();
    await enterCode(page, newEmail());
    await expect(page).toHaveURL("/c/collections/table?sort=price");
    await expect(page.getByRole("button", { name: "Account" })).toBeVisible();
  });
});

test("an order link with a wrong key asks to sign in, and then shows the customer's own order", async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await signIn(page);
  const orderId = await orderCash(page);
  // The customer sees the order, without the wrong key in the URL.
  await page.goto(`/order-detail/${orderId}?key=wrong`);
  await expect(page).toHaveURL(`/order-detail/${orderId}`);
  await expect(page.getByRole("region", { name: "Tracking" })).toBeVisible();

  const guest = await (
    await browser.newContext(baseURL === undefined ? {} : { baseURL })
  ).newPage();
  await guest.goto(`/order-detail/${orderId}?key=wrong`);
  await expect(guest).toHaveURL(`/login?next=%2Forder-detail%2F${orderId}`);
  await expect(guest.getByText("The link to this order is not valid.")).toBeVisible();
  await expect(
    guest.getByRole("main").getByRole("link", { name: "Find your order" }),
  ).toBeVisible();
  // A second code for the same address, as soon as the shop sends one.
  const spent = await codeFor(email);
  await guest.getByLabel("Email").fill(email);
  await expect(async () => {
    await guest.getByRole("button", { name: "Send code" }).click();
    await expect(guest.getByLabel("OTP")).toBeFocused({ timeout: 2000 });
  }).toPass();
  await expect.poll(() => codeFor(email)).not.toBe(spent);
  await guest.getByLabel("OTP").fill(await codeFor(email));
  await guest.getByRole("button", { name: "Verify" }).click();
  await expect(guest).toHaveURL(`/order-detail/${orderId}`);
  await expect(guest.getByRole("heading", { level: 1, name: `Order ${orderId}` })).toBeVisible();
  await guest.context().close();

  // Another customer's order is not found; the page has links to continue.
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await signIn(page);
  await page.goto(`/order-detail/${orderId}?key=wrong`);
  await expect(page.getByRole("heading", { name: "We cannot find this order" })).toBeVisible();
  for (const name of ["All orders", "Find your order", "Contact us"]) {
    await expect(page.getByRole("main").getByRole("link", { name })).toBeVisible();
  }
});
