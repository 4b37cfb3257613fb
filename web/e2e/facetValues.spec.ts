import { expect, test } from "@playwright/test";
import { expectAccessible, expectAccessibleInAllColours } from "./axe";
import { pressAt, tabTo } from "./keyboard";

const EVERYTHING = "/search?sort=newest";

test("a long facet opens in place and is searched with the keyboard", async ({ page }) => {
  await page.goto(EVERYTHING);
  const facet = page.getByRole("group", { name: "Color", exact: true });
  const values = facet.getByRole("checkbox");
  await expect(values).toHaveCount(10);
  await pressAt(page, facet.getByRole("button", { name: "Show all 14" }));
  await expect(values).toHaveCount(14);
  await expect(values.nth(10)).toBeFocused();

  const field = facet.getByRole("searchbox", { name: "Find in Color" });
  await field.focus();
  await page.keyboard.type("ÓCH");
  await expect(values).toHaveCount(1);
  await expect(facet.getByRole("status")).toHaveText("1 match");
  await tabTo(page, facet.getByRole("checkbox", { name: "Ochre" }));
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/attr\.color=Ochre/);

  await field.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("plaid");
  await expect(facet.getByRole("status")).toHaveText("Nothing matches “plaid”.");
  await expect(values).toHaveCount(1);
  await expect(values).toBeChecked();
  await expectAccessibleInAllColours(page);
  await page.emulateMedia({ forcedColors: "none" });

  await page.keyboard.press("Escape");
  await expect(field).toHaveValue("");
  await expect(values).toHaveCount(14);
});

test("at 200 % zoom, Escape empties the field and leaves the filters open", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 450 });
  await page.goto(EVERYTHING);
  await page.getByRole("button", { name: "Filters" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  const facet = sheet.getByRole("group", { name: "Material" });
  const field = facet.getByRole("searchbox", { name: "Find in Material" });
  await field.fill("steel");
  await expect(facet.getByRole("checkbox")).toHaveCount(2);
  await expectAccessible(page);
  const overflow = await sheet.evaluate(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
  );
  expect(overflow).toBe(0);
  await field.press("Escape");
  await expect(field).toHaveValue("");
  await expect(facet.getByRole("checkbox")).toHaveCount(10);
  await expect(sheet).toBeVisible();
});

test("a search is narrowed to a category and its parents lead back", async ({ page }) => {
  await page.goto("/search?q=linen");
  const tree = page.getByRole("group", { name: "Category" });
  await pressAt(page, tree.getByRole("link", { name: /^Textiles / }));
  await expect(page).toHaveURL(/q=linen&category=textiles/);
  const chosen = tree.locator("[aria-current]");
  await expect(chosen).toContainText("Textiles");
  await expect(tree.getByRole("link", { name: "All categories" })).toBeVisible();
  await pressAt(page, tree.getByRole("link", { name: /^Cushions / }));
  await expect(chosen).toContainText("Cushions");
  const count = (await chosen.textContent())?.match(/\d+$/)?.[0];
  await expect(page.getByText(`${count} product`).first()).toBeVisible();
  await expectAccessibleInAllColours(page);
  await page.emulateMedia({ forcedColors: "none" });
  await pressAt(page, tree.getByRole("link", { name: /^Textiles / }));
  await expect(chosen).toContainText("Textiles");
  await pressAt(page, tree.getByRole("link", { name: "All categories" }));
  await expect(page).toHaveURL(/\/search\?q=linen$/);
  await expect(chosen).toHaveCount(0);
});

test("at 200 % zoom, the tree of categories fits into the filters", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 450 });
  await page.goto("/search?q=linen&category=cushions");
  await page.getByRole("button", { name: "Filters" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  const tree = sheet.getByRole("group", { name: "Category" });
  await expect(tree.locator("[aria-current]")).toContainText("Cushions");
  await expectAccessible(page);
  const overflow = await sheet.evaluate(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
  );
  expect(overflow).toBe(0);
  for (const link of await tree.getByRole("link").all()) {
    const { height } = (await link.boundingBox()) ?? { height: 0 };
    expect(height).toBeGreaterThanOrEqual(24);
  }
});
