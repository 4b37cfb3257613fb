import { expect, type Locator, test } from "@playwright/test";
import { expectAccessible, expectAccessibleInAllColours } from "./axe";
import { pressAt } from "./keyboard";

const EVERYTHING = "/search?sort=newest";
const MOSS = "rgb(109, 122, 92)";

const swatchIn = (value: Locator) => value.locator("i");
const colourOf = (swatch: Locator) =>
  swatch.evaluate((one) => getComputedStyle(one).backgroundColor);

test("values of an option have swatches of their colour in every appearance", async ({ page }) => {
  await page.goto(EVERYTHING);
  const glaze = page.getByRole("group", { name: "Glaze", exact: true });
  const moss = glaze.locator("label", { hasText: "Moss" });
  await expect(swatchIn(moss)).toHaveCSS("width", "20px");
  expect(await colourOf(swatchIn(moss))).toBe(MOSS);
  // Brands have no colour.
  const brand = page.getByRole("group", { name: "Brand" });
  await expect(brand.getByRole("checkbox").first()).toBeVisible();
  await expect(swatchIn(brand)).toHaveCount(0);
  const { height } = (await moss.boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThanOrEqual(24);

  await pressAt(page, glaze.getByRole("checkbox", { name: /^Moss / }), "Space");
  await expect(page).toHaveURL(/attr\.glaze=Moss/);
  await expect(glaze.getByRole("checkbox", { checked: true })).toHaveCount(1);
  const count = (await moss.textContent())?.match(/\d+$/)?.[0];
  await expect(page.getByText(`${count} products`).first()).toBeVisible();
  await expectAccessibleInAllColours(page);
  expect(await colourOf(swatchIn(moss))).toBe(MOSS);
  const border = await swatchIn(moss).evaluate((one) => getComputedStyle(one).borderTopColor);
  expect(border).toBe(await moss.evaluate((one) => getComputedStyle(one).color));
});

test("at 200 % zoom, swatches fit beside long labels", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 450 });
  await page.goto(EVERYTHING);
  await page.getByRole("button", { name: "Filters" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  const wood = sheet.getByRole("group", { name: "Wood" });
  await expect(swatchIn(wood).first()).toBeVisible();
  await expectAccessible(page);
  const overflow = await sheet.evaluate(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
  );
  expect(overflow).toBe(0);
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the links of values have swatches", async ({ page }) => {
    const glaze = page.getByRole("group", { name: "Glaze", exact: true });
    const moss = glaze.getByRole("link", { name: /Moss \d/ });
    // A page that is not rendered in time comes again after five seconds.
    await expect(async () => {
      await page.goto(EVERYTHING);
      await expect(moss).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(swatchIn(moss)).toHaveCSS("background-color", MOSS);
    await moss.click();
    await expect(page).toHaveURL(/attr\.glaze=Moss/);
    await expect(moss).toHaveAttribute("aria-current", "true");
    await expect(swatchIn(moss)).toHaveCSS("width", "20px");
  });
});
