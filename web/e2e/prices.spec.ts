import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { withImportedFile } from "./importedShop";
import { pressAt } from "./keyboard";
import { layoutProblems } from "./layout";
import { signIn } from "./shopper";

const DECOR = "/c/collections/decor";

/** The card of a product in a list or row. */
function cardOf(page: Page | Locator, title: string): Locator {
  return page.getByRole("article").filter({ has: heading(page, title) });
}

function heading(page: Page | Locator, title: string): Locator {
  return page.getByRole("heading", { name: title, exact: true });
}

/** A toast with a text. */
function status(page: Page, text: string): Locator {
  return page.getByRole("status").filter({ hasText: text });
}

/** "Add to cart" on a card. */
function addOn(card: Locator): Locator {
  return card.getByRole("button", { name: /^Add to cart/ });
}

test("products with several prices show From on cards, in suggestions and before a choice", async ({
  page,
}) => {
  await page.goto(DECOR);
  await expect(cardOf(page, "Cylinder glass vase")).toContainText("From $52");
  await expect(cardOf(page, "Moon jar")).not.toContainText("From");

  await page.getByRole("combobox", { name: "Search products" }).fill("cylinder glass");
  const suggested = page.getByRole("option", { name: /Cylinder glass vase/ });
  await expect(suggested).toContainText("From $52");
  await suggested.click();

  const main = page.getByRole("main");
  await expect(heading(main, "Cylinder glass vase")).toBeVisible();
  await expect(main.getByText("From $52")).toBeVisible();
  // Adding to the cart asks for the option that decides the price.
  await main.getByRole("button", { name: "Add to cart", exact: true }).click();
  await expect(main.getByRole("alert")).toHaveText("Choose Color");
  const colors = main.getByRole("group", { name: "Color" }).getByRole("radio");
  await expect(colors.first()).toBeFocused();
  await colors.last().check({ force: true });
  await expect(main.getByRole("alert")).toBeHidden();
  await expect(page).toHaveURL(/\?sku=\d+$/);
  const prices = main.getByText(/^\$5[26]$/);
  await expect(prices).toBeVisible();
  await expect(main.getByText(/^From \$52$/)).toBeHidden();
  // A shared URL selects the option.
  await page.reload();
  await expect(prices).toBeVisible();
});

test("a card adds a product without options at once and confirms it", async ({ page }) => {
  await page.goto(DECOR);
  const card = cardOf(page, "Moon jar");
  await expect(addOn(card)).toHaveCSS("opacity", "0");
  await card.hover();
  await expect(addOn(card)).toHaveCSS("opacity", "1");
  // A double click adds one item, two clicks add two.
  await addOn(card).dblclick();
  const added = status(page, "Moon jar added to your cart");
  await expect(added).toBeVisible();
  const cart = page.getByRole("banner").getByRole("link", { name: /^Cart/ });
  await expect(cart).toHaveAccessibleName("Cart, 1 item");
  await expect(addOn(card)).not.toHaveAttribute("aria-busy");
  await addOn(card).click();
  await expect(cart).toHaveAccessibleName("Cart, 2 items");
  await added.getByRole("button", { name: "View cart" }).first().click();
  await expect(page).toHaveURL("/cart");
  await expect(page.getByRole("textbox", { name: "Quantity of Moon jar" })).toHaveValue("2");
});

test("a card shows why a product cannot be added", async ({ page }) => {
  await page.goto(DECOR);
  const card = cardOf(page, "Moon jar");
  const cart = page.getByRole("banner").getByRole("link", { name: /^Cart/ });
  // Three are in stock.
  for (let quantity = 1; quantity <= 3; quantity += 1) {
    await addOn(card).click();
    await expect(cart).toHaveAccessibleName(new RegExp(`^Cart, ${quantity} item`));
    await expect(addOn(card)).not.toHaveAttribute("aria-busy");
  }
  await addOn(card).click();
  await expect(status(page, "Selected quantity is not available")).toBeVisible();
  await expect(cart).toHaveAccessibleName("Cart, 3 items");
});

test("a card of a product with options opens a dialog, by keyboard too", async ({ page }) => {
  await page.goto(DECOR);
  const card = cardOf(page, "Tall shoulder vase");
  await pressAt(page, addOn(card));
  const sheet = page.getByRole("dialog", { name: "Tall shoulder vase" });
  const add = sheet.getByRole("button", { name: "Add to cart", exact: true });
  await expect(add).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(addOn(card)).toBeFocused();

  // Back closes the dialog and stays on the page.
  await page.keyboard.press("Enter");
  await expect(add).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(DECOR);
  await expect(heading(page, "Decor")).toBeVisible();

  await addOn(card).click();
  await add.click();
  await expect(sheet.getByRole("alert")).toHaveText("Choose Size");
  await expect(sheet).toContainText("From $54");
  await sheet.getByRole("radio", { name: "Large, $78" }).check({ force: true });
  await expect(sheet.getByRole("alert")).toBeHidden();
  await expect(sheet).toContainText("$96");
  // The large one in the last glaze is sold out; the dialog says so and links to the stock alert.
  const soldOut = sheet.getByRole("radio", { name: /sold out/ });
  await soldOut.check({ force: true });
  await expect(add).toBeHidden();
  await expect(sheet.getByRole("link", { name: "Notify me when it is back" })).toBeVisible();
  await sheet.getByRole("radio", { name: "Small, $54" }).check({ force: true });
  await sheet.getByRole("button", { name: "One more" }).click();
  await add.click();
  await expect(sheet).toBeHidden();
  await expect(status(page, "Tall shoulder vase added to your cart")).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 2 items" }).first()).toBeVisible();
  // The sheet's history entry is gone: Back leaves the page.
  await page.getByRole("link", { name: "Cart, 2 items" }).first().click();
  await expect(page).toHaveURL("/cart");
  await page.goBack();
  await expect(page).toHaveURL(DECOR);
});

test("cards on home, in search, of related products and in the wishlist add to the cart too", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/search?q=moon%20jar");
  const card = cardOf(page, "Moon jar");
  await card.getByRole("button", { name: "Add to wishlist" }).click();
  await expect(card.getByRole("button", { name: "Remove from wishlist" })).toBeVisible();
  await expect(status(page, "Added to your wishlist")).toBeVisible();
  await expect(addOn(card)).toBeAttached();
  await page.goto("/user-profile/wishlist");
  await addOn(cardOf(page, "Moon jar")).click();
  await expect(status(page, "Moon jar added to your cart")).toBeVisible();
  await page.goto("/products/everyday-mug");
  await expect(
    addOn(page.getByRole("region", { name: "You may also like" })).first(),
  ).toBeAttached();
  await page.goto("/");
  await expect(addOn(page.getByRole("main")).first()).toBeAttached();
  const soldOut = page.getByRole("article").filter({ hasText: "Sold out" });
  await page.goto("/search?q=vase");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(addOn(soldOut)).toHaveCount(0);
});

test("the add button fits on cards of every width", async ({ page }) => {
  await page.goto(DECOR);
  await expect(addOn(cardOf(page, "Moon jar"))).toBeAttached();
  // As if the pointer were on all of them.
  await page.addStyleTag({ content: "article button { opacity: 1 !important }" });
  const problems = await layoutProblems(page);
  // Half a star is cut off on purpose.
  expect(problems.filter((problem) => !problem.includes("★"))).toEqual([]);
});

test("on a phone the add button is always visible @phone", async ({ page }) => {
  await page.goto(DECOR);
  const card = cardOf(page, "Tall shoulder vase");
  await expect(addOn(card)).toHaveCSS("opacity", "1");
  await addOn(card).tap();
  const sheet = page.getByRole("dialog", { name: "Tall shoulder vase" });
  await expect(sheet.getByRole("button", { name: "Add to cart", exact: true })).toBeInViewport();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(DECOR);
});

const COLUMNS =
  "Handle,Title,Published,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Inventory Tracker,Variant Price,Variant Compare At Price,Status";
const row = (handle: string, title: string, price: string, before: string) =>
  `${handle},${title},TRUE,Title,Default Title,20,shopify,${price},${before},active`;

test("in the EU a reduction refers to the lowest price of the previous 30 days", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const folder = await mkdtemp(join(tmpdir(), "stallage-prices-"));
  const files = [join(folder, "before.csv"), join(folder, "after.csv")];
  const bowl = row("bowl", "Bowl", "20.00", "40.00");
  const [before = "", after = ""] = files;
  await writeFile(before, [COLUMNS, row("vase", "Vase", "68.00", ""), bowl].join("\n"));
  await writeFile(after, [COLUMNS, row("vase", "Vase", "51.00", "99.00"), bowl].join("\n"));
  try {
    await withImportedFile(files, { STALLAGE_COUNTRY: "DE" }, async ({ address }) => {
      await expect(async () => {
        await page.goto(`${address}/search?sort=discount`);
        await expect(cardOf(page, "Vase")).toContainText("$51", { timeout: 2_000 });
      }).toPass({ timeout: 60_000 });
      // The struck price is the one that was charged, not the merchant's "price before".
      await expect(cardOf(page, "Vase")).toContainText("$68");
      await expect(cardOf(page, "Vase")).toContainText("−25%");
      await expect(page.getByText("$99")).toHaveCount(0);
      // The bowl's "price before" was never charged, so there is no reduction.
      await expect(cardOf(page, "Bowl")).toContainText("$20");
      await expect(page.getByText("$40")).toHaveCount(0);
      await page.goto(`${address}/search?discount=1`);
      await expect(cardOf(page, "Vase")).toBeVisible();
      await expect(cardOf(page, "Bowl")).toHaveCount(0);
      await page.goto(`${address}/products/vase`);
      await expect(page.getByText("25% off")).toBeVisible();
      await expect(
        page.getByText("Lowest price in the 30 days before the reduction: $68"),
      ).toBeVisible();
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
