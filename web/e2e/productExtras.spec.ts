import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { navigateTo, stored, withoutServerRendering } from "./frame";
import { addToCart, signIn } from "./shopper";

const ARRIVES = /Arrives by [A-Z][a-z]{2} \d{1,2}, \d{4} to 94107/;

test("a postal code shows the delivery date, is remembered, and is filled in at checkout", async ({
  page,
}) => {
  await page.goto("/products/everyday-mug");
  await page.getByRole("button", { name: "See when it arrives" }).click();
  const field = page.getByLabel("Deliver to");
  await expect(field).toBeFocused();
  await field.fill("941");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("Postal code is not valid.")).toBeVisible();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  expect(await stored(page, "postalCode")).toBeNull();
  await field.fill("94107");
  await field.press("Enter");
  await expect(page.getByText(ARRIVES)).toBeVisible();
  await expect(page.getByRole("button", { name: "Change postal code" })).toBeFocused();
  expect(await stored(page, "postalCode")).toBe("94107");
  await expectAccessible(page);

  await addToCart(page, "cake-stand");
  await expect(page.getByRole("dialog", { name: "Cart" }).getByText(ARRIVES)).toBeVisible();
  await page.goto("/checkout");
  await expect(page.getByLabel("Postal code")).toHaveValue("94107");
});

test("a customer's primary address is used until they enter another postal code", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/user-profile/addresses");
  await page.getByRole("button", { name: "Add address" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("First name").fill("Dana");
  await form.getByLabel("Last name").fill("Kim");
  await form.getByLabel("Address line 1").fill("12 Harbor Street");
  await form.getByLabel("City").fill("Portland");
  await form.getByLabel("State").selectOption("OR");
  await form.getByLabel("Postal code").fill("97201");
  await form.getByRole("button", { name: "Save address" }).click();
  await expect(form).toHaveCount(0);
  await navigateTo(page, "/products/everyday-mug");
  await expect(page.getByText(/Arrives by .* to 97201/)).toBeVisible();
  await page.getByRole("button", { name: "Change postal code" }).click();
  await page.getByLabel("Deliver to").fill("94107");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText(ARRIVES)).toBeVisible();
  expect(await stored(page, "postalCode")).toBeNull();
});

test("a size guide opens beside the size option and remembers the unit", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/size-guides/")) requests.push(request.url());
  });
  await page.goto("/products/linen-cushion");
  const link = page.getByRole("button", { name: "Size guide" });
  await expect(link).toBeVisible();
  expect(requests).toEqual([]);
  await link.click();
  const sheet = page.getByRole("dialog", { name: "Cushion sizes" });
  const row = sheet.getByRole("row").filter({ hasText: "60 cm" });
  await expect(row.getByRole("cell").first()).toHaveText("60");
  await expectAccessible(page);
  await sheet.getByRole("radio", { name: "in", exact: true }).check();
  await expect(sheet.getByRole("columnheader", { name: "Width (in)" })).toBeVisible();
  await expect(row.getByRole("cell").first()).toHaveText("23.6");
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(link).toBeFocused();
  expect(requests).toHaveLength(1);

  // Planters have the guide of their parent category, and the unit is remembered.
  await page.goto("/products/terracotta-pot");
  await page.getByRole("button", { name: "Size guide" }).click();
  const pots = page.getByRole("dialog", { name: "Pot and planter sizes" });
  await expect(pots.getByRole("columnheader", { name: "Diameter (in)" })).toBeVisible();
  await page.goto("/products/everyday-mug");
  await expect(page.getByRole("button", { name: "See when it arrives" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Size guide" })).toHaveCount(0);
});

test("products frequently bought together are added to the cart together", async ({ page }) => {
  await page.goto("/products/linen-cushion");
  const together = page.getByRole("region", { name: "Frequently bought together" });
  // The shop computes it in the background during its first minute.
  await expect(async () => {
    await page.reload();
    await expect(together).toBeVisible({ timeout: 5_000 });
  }).toPass();
  const items = together.getByRole("listitem");
  await expect(items.first()).toContainText("This item");
  const others = (await items.count()) - 1;
  expect(others).toBeGreaterThan(1);
  await together.getByRole("checkbox").last().uncheck();
  await together.getByRole("button", { name: "Add all to cart" }).click();
  const sheet = page.getByRole("dialog", { name: "Choose your options" });
  const addAll = sheet.getByRole("button", { name: "Add all to cart" });
  await addAll.click();
  // The cushion's price depends on its size, so nothing is chosen for the shopper.
  await expect(sheet.getByRole("alert")).toHaveText(/^Choose /);
  const cushion = sheet.getByRole("region", { name: "Linen cushion" });
  await cushion.getByRole("radio").first().check({ force: true });
  await expect(sheet.getByRole("alert")).toHaveCount(0);
  await addAll.click();
  const cart = page.getByRole("dialog", { name: "Cart" });
  await expect(cart).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await expect(cart.getByRole("list").first().getByRole("listitem")).toHaveCount(others);
});

test("a product that was only bought alone has no such section", async ({ page }) => {
  await withoutServerRendering(page);
  await page.route("**/api/bought-together*", (route) =>
    route.fulfill({ json: { status: true, output: [], error: null } }),
  );
  const answered = page.waitForResponse("**/api/bought-together*");
  await page.goto("/products/linen-cushion");
  await answered;
  await expect(page.getByRole("heading", { name: "Reviews" })).toBeVisible();
  await expect(page.getByText("Frequently bought together")).toHaveCount(0);
});

test("the cart shows saved, matching and recently viewed products", async ({ page }) => {
  await page.goto("/products/moon-jar");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/cart");
  await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  const viewed = page.getByRole("region", { name: "Recently viewed" });
  await viewed.getByRole("button", { name: /^Add to cart: / }).click();
  await expect(page.getByRole("list", { name: "Items in your cart" })).toBeVisible();
  await expect(viewed).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Goes with your cart" })).toBeVisible();
  await expectAccessible(page);

  await signIn(page);
  await page.goto("/products/cake-stand");
  await page.getByRole("button", { name: "Add to wishlist" }).first().click();
  await expect(page.getByText("Added to your wishlist")).toBeVisible();
  await page.goto("/cart");
  const saved = page.getByRole("region", { name: "Saved for later" });
  await saved.getByRole("button", { name: "Move to cart" }).click();
  await expect(page.getByText("Moved to your cart")).toBeVisible();
  await expect(saved).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("link", { name: "Cake stand" })).toBeVisible();
});
