import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { signIn } from "./operator";

/** Opens the list and finds a product by its title. Returns its row. */
async function find(page: Page, title: string) {
  await page.getByRole("link", { name: "Products", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Products" })).toBeVisible();
  await page.getByPlaceholder("Title, SKU, barcode, tag").fill(title);
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: title }) });
  await expect(page).toHaveURL(/[?&]q=/);
  await expect(page.getByRole("table", { name: "Products" })).toHaveAttribute("aria-busy", "false");
  await expect(row).toHaveCount(1);
  return row;
}

/** The address of a product in the storefront. */
async function storefrontPage(page: Page, title: string): Promise<string> {
  const query = new URLSearchParams({ search: title });
  const response = await page.request.get(`/api/admin/v1/products?${query.toString()}`);
  const { output } = (await response.json()) as {
    output: { items: { slug: string; title: string }[] };
  };
  const slug = output.items.find((one) => one.title === title)?.slug ?? "";
  return `/products/${slug}`;
}

const TITLE = "Butter knife";

test("prices and stock are edited by keyboard and shoppers see them", async ({ page }) => {
  await signIn(page);
  const row = await find(page, TITLE);
  const stock = row.getByLabel(`Stock of ${TITLE}`);
  const price = row.getByLabel(`Price of ${TITLE}`, { exact: true });
  const before = await price.inputValue();
  await row.getByRole("link", { name: TITLE }).focus();
  await page.keyboard.press("e");
  await expect(stock).toBeFocused();
  await page.keyboard.type("3");
  await page.keyboard.press("Tab");
  await expect(price).toBeFocused();
  await page.keyboard.type("71.5");
  const bar = page.getByRole("region", { name: "Unsaved changes" });
  await expect(bar.getByText("2 unsaved changes")).toBeVisible();
  await expect(row.getByText(before)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(bar.getByText("1 unsaved change")).toBeVisible();
  await page.keyboard.type("71.50");
  await page.keyboard.press("ControlOrMeta+s");
  const dialog = page.getByRole("dialog", { name: "Why does the stock change?" });
  await dialog.getByLabel("Note").fill("Counted in the shop");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 values saved")).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(price).toHaveValue("71.50");

  await page.goto(await storefrontPage(page, TITLE));
  await expect(page.getByText("$71.50").first()).toBeVisible();
  await expect(page.getByText("Only 3 left").first()).toBeVisible();
});

test("prices of several products are changed with a preview and undone", async ({ page }) => {
  await signIn(page);
  await page.goto("/backoffice/products?q=bowl&sort=title");
  const link = page.locator("tbody").getByRole("link").first();
  const price = page.locator("tbody input[data-cell=price]").first();
  const title = await link.innerText();
  await expect(price).toBeVisible();
  const label = (await price.getAttribute("aria-label")) ?? title;
  const before = await price.inputValue();
  await page.getByRole("checkbox", { name: "Select all on this page" }).click();
  await page.getByRole("button", { name: /^Edit \d+ products$/ }).click();
  const panel = page.getByRole("dialog", { name: "Edit products" });
  await panel.getByRole("combobox", { name: "Price change" }).click();
  await page.getByRole("option", { name: "Change by percent" }).click();
  await panel.getByLabel("Value").fill("10");
  await panel.getByRole("combobox", { name: "Round to" }).click();
  await page.getByRole("option", { name: "Ending in .99" }).click();
  await expect(panel.getByText("Products changed")).toBeVisible();
  await expect(panel.getByText(before).first()).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole("button", { name: /^Change \d+ products$/ }).click();
  const tray = page.getByRole("complementary", { name: "Bulk edits" });
  await expect(tray.getByText(/^\d+ changed, 0 left, 0 failed$/)).toBeVisible();
  const cell = page.getByLabel(label, { exact: true });
  await expect(cell).toHaveValue(/\.99$/);
  await expect(cell).not.toHaveValue(before);
  await tray.getByRole("button", { name: "Undo edit" }).click();
  await expect(tray.getByText(/^\d+ changed, 0 left, 0 failed$/)).toHaveCount(2);
  await expect(cell).toHaveValue(before);
});
