import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { signIn } from "./operator";

/** The top level of the storefront's menu, as shoppers get it. */
async function menu(page: Page): Promise<string[]> {
  const response = await page.request.get("/api/categories");
  const { output } = (await response.json()) as { output: { title: string }[] };
  return output.map(({ title }) => title);
}

test("a category moved with keys moves in the storefront's menu, and back", async ({ page }) => {
  await signIn(page);
  await page.goto("/backoffice/storefront/categories");
  await expect(page.getByRole("heading", { level: 1, name: "Categories" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Category tree" })).toBeVisible();
  await expectAccessible(page);
  const before = await menu(page);
  const [first = "", second = "", ...rest] = before;

  const handle = page.getByRole("button", { name: `Move ${second}`, exact: true });
  await handle.focus();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText(`${second} moved`)).toBeVisible();
  await expect(handle).toBeFocused();
  await expect.poll(() => menu(page)).toEqual([second, first, ...rest]);

  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect.poll(() => menu(page)).toEqual(before);
  await page.getByRole("button", { name: first, exact: true }).click();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue(first);
  await expectAccessible(page);
});

test("a collection by rule shows shoppers what its preview showed", async ({ page }) => {
  await signIn(page);
  await page.goto("/backoffice/storefront/collections");
  await page.getByRole("link", { name: "Add collection" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Small presents");
  await page.getByRole("radio", { name: /^By rule/ }).check();
  await page.getByRole("combobox", { name: "Condition 1", exact: true }).click();
  await page.getByRole("option", { name: "costs at most" }).click();
  await page.getByLabel("Value of condition 1").fill("20");
  const matches = page.getByRole("region", { name: "Products" }).getByRole("listitem");
  await expect(matches.first()).toBeVisible();
  const previewed = await matches.first().innerText();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create collection" }).click();
  await expect(page.getByText("Collection added")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Small presents" })).toBeVisible();

  await expect
    .poll(async () => {
      const response = await page.request.get("/api/products?collection=small-presents");
      return ((await response.json()) as { output: { total: number } | null }).output?.total;
    })
    .toBeGreaterThan(0);
  await page.goto("/collection/small-presents");
  await expect(page.getByRole("heading", { level: 1, name: "Small presents" })).toBeVisible();
  const title = previewed.split("\n").find((line) => /[a-z]/i.test(line)) ?? "";
  await expect(page.getByRole("link", { name: title }).first()).toBeVisible();
});

test("a size guide that is pasted from a spreadsheet is on the product pages of its category", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/backoffice/storefront/size-guides");
  await page.getByRole("link", { name: "Add size guide" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Our cushions");
  await page.getByLabel("Name of column 2", { exact: true }).fill("Width");
  const cell = page.getByLabel("Size, row 1", { exact: true });
  await cell.focus();
  await cell.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "Small\t40\nLarge\twide");
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  await page.getByRole("button", { name: "Create size guide" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Width must be a number" })).toBeVisible();
  await page.getByLabel("Width, row 2", { exact: true }).fill("60-65");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create size guide" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Our cushions" })).toBeVisible();
  await page.getByRole("link", { name: "Open categories" }).click();

  await page.getByRole("button", { name: "Cushions", exact: true }).click();
  await page.getByRole("combobox", { name: "Size guide" }).click();
  await page.getByRole("option", { name: "Our cushions" }).click();
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByText("Category saved")).toBeVisible();
  await expect
    .poll(async () => (await page.request.get("/api/products/linen-cushion")).text())
    .toContain("Our cushions");
  await page.goto("/products/linen-cushion");
  await page.getByRole("button", { name: /size guide/i }).click();
  await expect(page.getByRole("cell", { name: "60–65" })).toBeVisible();
});
