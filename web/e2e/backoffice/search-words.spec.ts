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

test("filters that leave nothing of a search are missed sales", async ({ page }) => {
  await page.goto("/search?q=bowl&price=..1");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await signIn(page);
  const row = page.getByRole("row", { name: /^Search for bowl Price: / });
  await expect
    .poll(async () => {
      await page.goto("/backoffice/storefront/missed-sales");
      await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
      return row.count();
    })
    .toBe(1);
  await expectAccessible(page);
  const link = row.getByRole("link", { name: "Try it: Search for bowl" });
  await expect(link).toHaveAttribute("href", "/search?q=bowl&price=..1");
});

test("a brand is suggested from its first characters, and an opened result is reported", async ({
  page,
}) => {
  const response = await page.request.get("/api/products?q=bowl");
  const { output } = (await response.json()) as {
    output: { facets: { parameter: string; values: { label: string; value: string }[] }[] };
  };
  const brand = output.facets.find(({ parameter }) => parameter === "brand")?.values[0];
  if (!brand) throw new Error("no product of the demo shop has a brand");
  await page.goto("/");
  const field = page.getByRole("combobox").first();
  await field.fill(brand.label.slice(0, 4));
  const brands = page.getByRole("group", { name: "Brands" });
  await expect(brands.getByRole("option", { name: brand.label, exact: true })).toBeVisible();
  await field.fill("bowl");
  await field.press("Enter");
  await expect(page).toHaveURL("/search?q=bowl");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("bowl");
  const reported = page.waitForRequest("**/api/search-clicks");
  await page.getByRole("main").getByRole("article").first().getByRole("link").first().click();
  expect((await reported).postDataJSON()).toEqual({ q: "bowl" });
  await expect(page).toHaveURL(/\/products\//);
});

test("recent searches are chosen with the keyboard", async ({ page }) => {
  await page.goto("/");
  const field = page.getByRole("combobox").first();
  for (const words of ["bowl", "lamp"]) {
    await field.fill(words);
    await field.press("Enter");
    await expect(page).toHaveURL(`/search?q=${words}`);
  }
  await field.fill("");
  await expect(page.getByRole("group", { name: "Recent searches" })).toBeVisible();
  await field.press("ArrowDown");
  await expect(page.getByRole("option", { name: "lamp" })).toHaveAttribute("aria-selected", "true");
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(page).toHaveURL("/search?q=bowl");
});
