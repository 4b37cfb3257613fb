import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { addToCart } from "../shopper";
import { signIn } from "./operator";

const MUG = "everyday-mug";

/** Saves a picture of the screen if a folder is given, for whoever looks at changes of the layout. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (folder === undefined) return;
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function tryMugs(page: Page): Promise<void> {
  const trial = page.getByRole("region", { name: "Try it" });
  await trial.getByLabel("Add item").fill("everyday mug");
  await expect(trial.getByRole("list", { name: "Matches" })).toBeVisible();
  await trial.getByLabel("Add item").press("Enter");
  await expect(trial.getByText("Total", { exact: true })).toBeVisible();
}

test("a promo code is created, tried out and used in a cart", async ({ page, browser }) => {
  const code = `JOURNEY${Date.now() % 1_000_000}`;
  await signIn(page);
  await page.getByRole("button", { name: /^Create/ }).click();
  await page.getByRole("menuitem", { name: "Promo code" }).click();
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByLabel("Title").fill("Journey");
  await page.getByLabel("Percent off").fill("25");
  await page.getByLabel("Uses per customer").fill("1");
  await expect(page.getByText(/^25% off the order, since .*, once per customer$/)).toBeVisible();
  await tryMugs(page);
  await expect(
    page.getByRole("region", { name: "Try it" }).getByText("Journey").first(),
  ).toBeVisible();
  await expectAccessible(page);
  await picture(page, "code");
  await page.getByRole("button", { name: "Create promo code" }).click();
  await expect(page).toHaveURL(/\/promotions\/\d+$/);
  await expect(page.getByText("Active")).toBeVisible();

  const context = await browser.newContext();
  const shopper = await context.newPage();
  await addToCart(shopper, MUG);
  await shopper.goto("/cart");
  await shopper.getByLabel("Promo code").fill(code.toLowerCase());
  await shopper.getByLabel("Promo code").press("Enter");
  await expect(shopper.getByText("Journey").first()).toBeVisible();
  await context.close();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "End now" }).click();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByText("Active")).toBeVisible();
  await page.goto("/backoffice/promotions");
  await expect(page.getByRole("link", { name: code })).toBeVisible();
  await expectAccessible(page);
  await picture(page, "codes");
});

test("a sale shows its prices before it changes a product's page", async ({ page, browser }) => {
  await signIn(page);
  await page.goto("/backoffice/sales/new");
  await page.getByLabel("Title").fill("Journey sale");
  await page.getByLabel("Percent off").fill("60");
  const products = page.getByRole("region", { name: "0 products" });
  await products.getByLabel("Add product").fill("everyday mug");
  await page.getByRole("button", { name: /^Add (all )?\d+ match/ }).click();
  const preview = page.getByRole("region", { name: "Preview of prices" }).first();
  await expect(preview.getByRole("rowheader", { name: /Everyday mug/i })).toBeVisible();
  const row = preview.getByRole("row", { name: /Everyday mug/i });
  const price = (await row.getByRole("cell").nth(1).textContent()) ?? "";
  await expectAccessible(page);
  await picture(page, "sale");
  await page.getByRole("button", { name: "Create sale" }).click();
  await expect(page).toHaveURL(/\/sales\/\d+$/);

  const context = await browser.newContext();
  const shopper = await context.newPage();
  await shopper.goto(`/products/${MUG}`);
  const amount = /[\d.,]+/.exec(price)?.[0].replace(/\.00$/, "") ?? "none";
  await expect(shopper.getByText(`$${amount}`, { exact: false }).first()).toBeVisible();
  await context.close();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "End now" }).click();
  await expect(page.getByText("Ended", { exact: true }).first()).toBeVisible();
  await picture(page, "sale-saved");
  for (const path of [
    "sales",
    "discounts",
    "discounts/new",
    "gift-cards?new",
    "promotions/batches",
    "promotions?new",
  ]) {
    await page.goto(`/backoffice/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await picture(page, path.replaceAll(/\W/g, "-"));
  }
});
