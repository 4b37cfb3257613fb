import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { pictureOf } from "../pictures";
import { signIn } from "./operator";

const saved = (page: Page) => expect(page.getByText("Product saved").first()).toBeVisible();
const cell = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

/** Adds an option with the keyboard: the first field has the focus. */
async function addOption(page: Page, name: string, values: string): Promise<void> {
  await page.getByRole("button", { name: "Add option" }).press("Enter");
  await expect(page.getByLabel("Option name").last()).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.type(values);
  await page.keyboard.press("Enter");
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

test("a product with two options is created by keyboard and seen in the shop", async ({ page }) => {
  const title = `Tea bowl ${Date.now()}`;
  await signIn(page);
  await open(page, "/backoffice/products/new");
  await cell(page, "Title").fill(title);
  await page.getByText("Active", { exact: true }).click();
  await addOption(page, "Size", "Small, Large");
  await addOption(page, "Glaze", "Sand, Moss");
  await cell(page, "Price of Small / Sand").focus();
  for (const price of ["24", "26", "30", "32.50"]) {
    await page.keyboard.type(price);
    await page.keyboard.press("Enter");
  }
  await cell(page, "Available of Small / Sand").fill("7");
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles([
      pictureOf("bowl.png", [180, 140, 90], 240),
      pictureOf("side.png", [90, 140, 90], 240),
    ]);
  await expect(page.getByRole("button", { name: "Edit Picture 2" })).toBeVisible();
  await page.getByRole("button", { name: "Edit Picture 1" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Description for screen readers").fill("A bowl from the front");
  await dialog.getByRole("button", { name: /^Focus point/ }).press("Shift+ArrowLeft");
  await expect(dialog.getByRole("button", { name: /^Focus point: 40%/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await page.keyboard.press("ControlOrMeta+s");
  await saved(page);
  await expect(page).toHaveURL(/\/products\/\d+$/);
  await expect(cell(page, "Price of Large / Moss")).toHaveValue("32.50");

  const shown = page.getByRole("link", { name: "View in shop" });
  await page.goto((await shown.getAttribute("href")) ?? "");
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText("$24").first()).toBeVisible();
});

test("two tabs conflict, and a version is restored", async ({ page, context }) => {
  await signIn(page);
  await open(page, "/backoffice/products/new");
  await cell(page, "Title").fill("Conflicting jug");
  await cell(page, "Price of Variant").fill("12");
  await page.getByRole("button", { name: "Save" }).click();
  await saved(page);
  await expect(page).toHaveURL(/\/products\/\d+$/);

  const other = await context.newPage();
  await open(other, page.url());
  await cell(other, "Title").fill("Their jug");
  await other.getByRole("button", { name: "Save" }).click();
  await saved(other);
  await other.close();

  await cell(page, "Title").fill("My jug");
  await page.getByRole("combobox", { name: "Brand" }).fill("Kiln");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByRole("dialog").getByRole("row")).toHaveCount(3);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog");
  await expect(conflict.getByText("Their jug")).toBeVisible();
  await conflict.getByRole("radio", { name: /My jug/ }).check();
  await conflict.getByRole("button", { name: "Continue editing" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^My jug/ })).toBeVisible();

  await page.getByRole("button", { name: "Version 1", exact: true }).click();
  await expect(page.getByRole("dialog").getByText("Conflicting jug")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Restore this version" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Conflicting jug/ })).toBeVisible();
  await expect(page.getByText("Version 1 restored").first()).toBeVisible();

  const original = page.url();
  await page.getByRole("button", { name: "More actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(page).not.toHaveURL(original);
  await expect(page.getByRole("heading", { level: 1, name: /Conflicting jug/ })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Draft" })).toBeChecked();
});
