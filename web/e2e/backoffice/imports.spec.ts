import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { signIn } from "./operator";

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

const HEADER = "Handle,Title,Variant Price,Variant Inventory Tracker,Variant Inventory Qty,Glaze";

async function upload(page: Page, name: string, rows: readonly string[]): Promise<void> {
  await page.goto("/backoffice/imports");
  await page.getByLabel("File", { exact: true }).setInputFiles({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from([HEADER, ...rows].join("\n")),
  });
  await expect(page.getByRole("heading", { name })).toBeVisible();
}

async function choose(page: Page, column: string, field: string): Promise<void> {
  await page.getByRole("combobox", { name: `Field of ${column}` }).click();
  await page.getByRole("option", { name: field, exact: true }).click();
}

test("a file is mapped, checked, imported and undone", async ({ page }) => {
  const handle = `journey-${Date.now()}`;
  await signIn(page);
  await upload(page, "first.csv", [`${handle},Journey jug,20,shopify,5,Matte`]);
  await choose(page, "Glaze", "Attribute for filters");
  await expectAccessible(page);
  await picture(page, "mapping");
  await page.getByRole("button", { name: "Check file" }).click();
  await page.getByRole("button", { name: "Import 1 product" }).click();
  await expect(page.getByText("Imported", { exact: true }).first()).toBeVisible();

  await upload(page, "second.csv", [
    `${handle},Journey jug,24.50,shopify,8,Glossy`,
    `${handle}-cup,Journey cup,free,shopify,1,`,
  ]);
  await expect(page.getByText(/from the last file with the same columns/)).toBeVisible();
  await page.getByRole("button", { name: "Check file" }).click();
  await expect(page.getByText("Ready to import")).toBeVisible();
  await expect(page.getByText("$24.50")).toBeVisible();
  await expect(page.getByText("Glossy")).toBeVisible();
  await picture(page, "checked");
  await page.getByRole("combobox", { name: "Show" }).click();
  await page.getByRole("option", { name: /^Errors and warnings/ }).click();
  await expect(page.getByText("Price “free” is not an amount such as 1299.50.")).toBeVisible();
  await expect(page.getByText("Row 3 · Variant Price")).toBeVisible();
  await expectAccessible(page);
  await picture(page, "messages");
  await page.getByRole("button", { name: "Import 1 product" }).click();
  await expect(page.getByRole("button", { name: "Undo import" })).toBeVisible();
  await picture(page, "imported");

  await page.getByRole("button", { name: "Undo import" }).click();
  const panel = page.getByRole("region", { name: "Undo import" });
  await expect(panel.getByText("Former values restored")).toBeVisible();
  await expectAccessible(page);
  await picture(page, "undo");
  await panel.getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText("Undone", { exact: true }).first()).toBeVisible();
  await page.goto("/backoffice/imports");
  await expect(page.getByRole("link", { name: "second.csv" }).first()).toBeVisible();
  await expectAccessible(page);
  await picture(page, "list");
});

test("an export changes nothing when it is imported", async ({ page }) => {
  await signIn(page);
  await page.goto("/backoffice/imports");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export products" }).click();
  await page.getByRole("menuitem", { name: "Shopify (CSV)" }).click();
  const file = await saved;
  await page.getByLabel("File", { exact: true }).setInputFiles(await file.path());
  await page.getByRole("button", { name: "Check file" }).click();
  await expect(page.getByText("This file would change nothing.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Import \d/ })).toBeHidden();
});
