import { expect, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { signIn } from "./operator";

test("a search without result gets a synonym, and finds it at once", async ({ page }) => {
  // The shop counts what shoppers miss, and writes it every few seconds.
  const words = "blorkenstein";
  await page.goto(`/search?q=${words}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await signIn(page);
  await expect
    .poll(async () => {
      await page.goto("/backoffice/storefront/search-words");
      await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
      return page.getByRole("rowheader", { name: words, exact: true }).count();
    })
    .toBe(1);
  await expectAccessible(page);

  const add = page.getByRole("button", { name: `Add synonyms: ${words}` });
  await add.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New synonyms" });
  await expect(dialog.getByLabel("A search for")).toHaveValue(words);
  await expect(dialog.getByRole("combobox", { name: "Also finds" })).toBeFocused();
  await page.keyboard.type("bowl");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Synonyms saved")).toBeVisible();
  await expect(page.getByText("Has synonyms")).toBeVisible();

  await expect
    .poll(async () => {
      const response = await page.request.get(`/api/products?q=${words}`);
      return ((await response.json()) as { output: { total: number } }).output.total;
    })
    .toBeGreaterThan(0);

  await page.getByRole("button", { name: `Edit: ${words}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(`Synonyms of ${words} deleted`)).toBeVisible();
  await expect(add).toBeVisible();
});
