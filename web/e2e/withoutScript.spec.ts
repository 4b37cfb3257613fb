import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { codeFor, newEmail, besideWith, signIn } from "./shopper";

/** Adds the product whose page is open to the cart, by its form. */
async function addByForm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add to cart", exact: true }).click();
  await expect(page).toHaveURL("/no-script/cart");
}

async function fillCheckout(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Phone number").fill("5035550143");
  await page.getByLabel("First name").fill("Dana");
  await page.getByLabel("Last name").fill("Kim");
  await page.getByLabel("Address line 1").fill("12 Harbor Street");
  await page.getByLabel("City").fill("Portland");
  await page.getByLabel("State").selectOption("OR");
  await page.getByLabel("Postal code").fill("97201");
}

const place = (page: Page) => page.getByRole("button", { name: "Place order" }).click();

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("a guest browses, searches, chooses, and orders with cash on delivery", async ({ page }) => {
    // A page that is not rendered in time comes again after five seconds.
    await expect(async () => {
      await page.goto("/");
      await expect(page.getByRole("link", { name: "Table", exact: true }).first()).toBeVisible();
    }).toPass();
    await page.getByRole("link", { name: "Table", exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const search = page.getByRole("combobox", { name: "Search products" }).first();
    await search.fill("everyday mug");
    await search.press("Enter");
    await expect(page).toHaveURL(/\/search\?q=/);
    await page.getByRole("link", { name: "Everyday mug" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Everyday mug" })).toBeVisible();
    // Only what works is there.
    await expect(page.getByRole("button", { name: "Buy now" })).toBeHidden();
    await expect(page.locator('#content img[fetchpriority="high"]').first()).toBeVisible();

    // Another variant: its page, then its form.
    const option = page.getByRole("combobox", { name: "Glaze" });
    const other = option.locator("option:not([selected])").first();
    const [sku, label] = [await other.getAttribute("value"), await other.textContent()];
    await option.selectOption(sku);
    await page.getByRole("button", { name: "Show this option" }).click();
    await expect(page).toHaveURL(new RegExp(`/products/everyday-mug\\?sku=${sku}`));
    await expect(option).toHaveValue(sku ?? "");
    await addByForm(page);
    const line = page.getByRole("list", { name: "Items in your cart" }).getByRole("listitem");
    await expect(line).toContainText(label?.split(" · ")[0] ?? "");

    await page.getByLabel("Quantity of Everyday mug").fill("3");
    await page.getByRole("button", { name: "Update Everyday mug" }).click();
    await expect(page.getByLabel("Quantity of Everyday mug")).toHaveValue("3");
    await expect(page.getByRole("link", { name: "Cart, 3 items" }).first()).toBeVisible();

    await page.getByRole("link", { name: "Checkout" }).click();
    await place(page);
    await expect(page.getByText("Please check the marked fields.")).toBeVisible();
    await expect(page.getByLabel("First name")).toHaveAttribute("aria-invalid", "true");
    const email = newEmail();
    await fillCheckout(page, email);
    await page.getByLabel("Postal code").fill("nonsense");
    await place(page);
    await expect(page.getByText("Postal code is not valid.")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await page.getByLabel("Postal code").fill("97201");
    await page.getByRole("radio", { name: "Express delivery" }).check();
    await page.getByRole("button", { name: "Update totals" }).click();
    await expect(page.getByRole("radio", { name: "Express delivery" })).toBeChecked();
    await place(page);

    await expect(page).toHaveURL(/\/no-script\/orders\/SO-.*\?key=/);
    await expect(page.getByRole("heading", { level: 1, name: "Thank you, Dana" })).toBeVisible();
    const orderPage = page.url();
    await page.reload();
    await expect(page).toHaveURL(orderPage);
    await page.goto("/no-script/cart");
    await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  });

  test("the pages for a script lead on", async ({ page }) => {
    await page.goto("/products/everyday-mug");
    await addByForm(page);
    await page.goto("/cart", { waitUntil: "commit" });
    await expect(page).toHaveURL("/no-script/cart");
    await page.goto("/checkout", { waitUntil: "commit" });
    await expect(page).toHaveURL("/no-script/checkout");
  });

  test("nothing is ordered without the code that the shop asks for", async ({ browser }) => {
    await besideWith({ STALLAGE_CASH_ON_DELIVERY_CODE: "true" }, async (baseURL) => {
      const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto("/products/everyday-mug");
      await page.getByRole("button", { name: "Add to cart", exact: true }).click();
      await page.getByRole("link", { name: "Checkout" }).click();
      const email = newEmail();
      await fillCheckout(page, email);
      await place(page);
      await expect(page.getByText(`We have sent a code to ${email}.`)).toBeVisible();
      await page.getByLabel("Code", { exact: true }).fill(await codeFor(email));
      await place(page);
      await expect(page).toHaveURL(/\/no-script\/orders\/SO-/);
      await context.close();
    });
  });
});

test("the script takes over a cart that was filled without it", async ({ page, context }) => {
  await page.goto("/products/everyday-mug");
  const sku = await page.evaluate(() => document.querySelector("noscript select")?.textContent);
  expect(sku ?? null, "what is in noscript is no element for a browser with a script").toBeNull();
  const add = await page.request.get("/api/products/everyday-mug");
  const { output } = (await add.json()) as { output: { skus: { skuId: number }[] } };
  const skuId = output.skus[0]?.skuId ?? 0;
  await page.request.post("/no-script/cart/add", {
    form: { sku: skuId, quantity: 2 },
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  expect((await context.cookies()).map(({ name }) => name)).toContain("guestCart");
  await page.goto("/cart");
  await expect(page.getByRole("list", { name: "Items in your cart" })).toContainText(
    "Everyday mug",
  );
  await expect(page.getByRole("link", { name: "Cart, 2 items" }).first()).toBeVisible();
  await expect
    .poll(async () => (await context.cookies()).map(({ name }) => name))
    .not.toContain("guestCart");
  await page.reload();
  await expect(page.getByRole("link", { name: "Cart, 2 items" }).first()).toBeVisible();
});

test("a customer's cart gets what was added without a script", async ({ page }) => {
  await signIn(page);
  const answer = await page.request.get("/api/products/everyday-mug");
  const { output } = (await answer.json()) as { output: { skus: { skuId: number }[] } };
  await page.request.post("/no-script/cart/add", {
    form: { sku: output.skus[0]?.skuId ?? 0, quantity: 2 },
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  await page.goto("/cart");
  await expect(page.getByRole("link", { name: "Cart, 2 items" }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("link", { name: "Cart, 2 items" }).first()).toBeVisible();
});

test("cart and checkout without a script are accessible", async ({ page }) => {
  await page.goto("/products/everyday-mug");
  const answer = await page.request.get("/api/products/everyday-mug");
  const { output } = (await answer.json()) as { output: { skus: { skuId: number }[] } };
  await page.request.post("/no-script/cart/add", { form: { sku: output.skus[0]?.skuId ?? 0 } });
  await page.goto("/no-script/cart");
  await expectAccessible(page);
  await page.goto("/no-script/checkout");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByText("Please check the marked fields.")).toBeVisible();
  await expectAccessible(page);
});
