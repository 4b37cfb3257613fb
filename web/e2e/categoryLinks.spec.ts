import { expect, test } from "@playwright/test";
import { expectAccessible, expectAccessibleInAllColours } from "./axe";
import { fillers, withImported } from "./importedShop";
import { pressAt } from "./keyboard";

test("a category with many children shows ten, all of them, or those that are searched", async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const products = fillers(14).map((one) => ({ ...one, category: `Home > ${one.category}` }));
  await withImported(products, {}, async ({ address }) => {
    const category = `${address}/c/collections/home`;
    await page.goto(category);
    const facet = page.getByRole("group", { name: "Category" });
    const links = facet.getByRole("link");
    await expect(links).toHaveCount(10);

    await test.step("the page contains the other links for search engines", async () => {
      await expect(facet.locator("a[href^='/c/']")).toHaveCount(14);
      await expect(facet.locator("a[rel]")).toHaveCount(0);
    });

    await test.step("keyboard alone", async () => {
      await pressAt(page, facet.getByRole("button", { name: "Show all 14" }));
      await expect(links).toHaveCount(14);
      await expect(links.nth(10)).toBeFocused();
      await pressAt(page, facet.getByRole("button", { name: "Show fewer" }));
      await expect(links).toHaveCount(10);
      const field = facet.getByRole("searchbox", { name: "Find a category" });
      await field.focus();
      await page.keyboard.type("wool");
      await expect(links).toHaveText([/^Wool baskets/]);
      await expect(facet.getByRole("status")).toHaveText("1 match");
    });

    await test.step("every appearance", async () => {
      await expectAccessibleInAllColours(page);
      await page.emulateMedia({ forcedColors: "none" });
    });

    await test.step("a link leads to the category", async () => {
      await pressAt(page, links.first());
      await expect(page.getByRole("heading", { level: 1, name: "Wool baskets" })).toBeVisible();
    });

    await test.step("200 % zoom", async () => {
      await page.setViewportSize({ width: 640, height: 450 });
      await page.goto(category);
      await page.getByRole("button", { name: "Filters" }).click();
      const sheet = page.getByRole("dialog", { name: "Filters" });
      await expect(sheet.getByRole("searchbox", { name: "Find a category" })).toBeVisible();
      await expectAccessible(page);
      const overflow = await sheet.evaluate(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      );
      expect(overflow).toBe(0);
    });

    await test.step("without a script", async () => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const plain = await context.newPage();
      const plainLinks = plain.getByRole("group", { name: "Category" }).getByRole("link");
      // A page that is not rendered in time comes again after five seconds.
      await expect(async () => {
        await plain.goto(category);
        await expect(plainLinks).toHaveCount(10, { timeout: 1000 });
      }).toPass();
      await plain.locator("summary", { hasText: "Show all 14" }).click();
      await expect(plainLinks).toHaveCount(14);
      await plainLinks.last().click();
      await expect(plain).toHaveURL(/\/c\/collections\/(?!home$)/);
      await context.close();
    });
  });
});
