import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { answer, withoutServerRendering } from "./frame";
import { fillers, picturedProducts, withImported } from "./importedShop";
import { tabTo } from "./keyboard";

test("a shop with only imported products has a home page, a menu and lists", async ({ page }) => {
  test.setTimeout(240_000);
  const products = [...fillers(40), ...picturedProducts(14)];
  await withImported(products, {}, async ({ address }) => {
    const menu = page.getByRole("navigation", { name: "Categories" });
    const more = menu.getByRole("button", { name: "More", exact: true });
    const main = page.getByRole("main");

    await test.step("home shows products and the largest categories", async () => {
      await page.goto(address);
      const newest = page.getByRole("region", { name: "New in" });
      await expect(newest.getByRole("article")).toHaveCount(12);
      await expect(newest.getByRole("article").first().getByRole("img")).toHaveCount(0);
      await expect(newest.locator("article img").first()).toBeVisible();
      await expect(page.getByRole("region", { name: "On sale" })).toBeVisible();
      await expect(page.getByRole("region", { name: "Popular" })).toHaveCount(0);
      const categories = page.getByRole("region", { name: "Shop by category" });
      await expect(categories.getByRole("listitem")).toHaveCount(12);
      await expect(categories.locator("img").first()).toBeVisible();
      await page.emulateMedia({ reducedMotion: "reduce" });
      await expectAccessible(page);
    });

    await test.step("what does not fit into the header is in its menu", async () => {
      const shown = menu.getByRole("listitem");
      const wide = await shown.count();
      await page.setViewportSize({ width: 1100, height: 900 });
      await expect.poll(() => shown.count()).toBeLessThan(wide);
      await page.setViewportSize({ width: 1280, height: 900 });
      await expect.poll(() => shown.count()).toBe(wide);
      const inside = menu.getByRole("link", { name: "Wool envelopes" });
      await more.hover();
      await expect(inside).toBeVisible();
      await page.mouse.move(640, 880);
      await expect(inside).toBeHidden();
      await tabTo(page, more);
      await page.keyboard.press("ArrowDown");
      await expect(inside).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(inside).toBeHidden();
      await expect(more).toBeFocused();
      await page.keyboard.press("Enter");
      await tabTo(page, inside);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: "Wool envelopes" })).toBeVisible();
      await expect(inside).toBeHidden();
      await page.goBack();
    });

    await test.step("a row leads to the whole list, whose order stays", async () => {
      const newest = page.getByRole("region", { name: "New in" });
      await newest.getByRole("link", { name: "View all" }).click();
      await expect(page).toHaveURL(/\/search\?sort=newest$/);
      await expect(page.getByRole("heading", { level: 1, name: "New in" })).toBeVisible();
      await expect(main.getByText(`${products.length} products`)).toBeVisible();
      await page.getByRole("combobox", { name: "Sort", exact: true }).selectOption("relevance");
      await expect(page).toHaveURL(/sort=relevance/);
      await expect(page.getByRole("heading", { level: 1, name: "All products" })).toBeVisible();
      await page.goto(`${address}/search?discount=1`);
      await page.getByRole("button", { name: /^Remove filter 1%/ }).click();
      await expect(main.getByText(`${products.length} products`)).toBeVisible();
      await page.goto(`${address}/search`);
      await expect(page.getByRole("heading", { name: "What are you looking for?" })).toBeVisible();
    });

    await test.step("all categories are listed by name", async () => {
      await page.goto(`${address}/collections`);
      const group = page.getByRole("region", { name: "W", exact: true });
      await expect(group.getByRole("link", { name: "Wool envelopes" })).toBeVisible();
      await expectAccessible(page);
    });

    await test.step("an empty shop tells its operator what to do", async () => {
      const none = { link: "/", products: [] };
      await withoutServerRendering(page);
      await page.route("**/api/home", (route) =>
        route.fulfill(
          answer({
            pageItem: { categoryList: [], sliderList: [], salesList: [], featureSection: [] },
            highlights: { newest: none, popular: none, reduced: none, categories: [] },
          }),
        ),
      );
      const steps = [
        {
          code: "no_products",
          message: "There is nothing to buy yet.",
          command: "stallage import products.csv",
        },
        { code: "no_delivery", message: "Nothing can be delivered yet.", command: null },
      ];
      await page.route("**/api/shop/next-steps", (route) => route.fulfill(answer({ steps })));
      await page.goto(address);
      await expect(
        page.getByRole("heading", { level: 1, name: "Our shop is opening soon" }),
      ).toBeVisible();
      const list = page.getByRole("region", { name: "Next steps for the shop’s owner" });
      await expect(list.getByRole("listitem")).toHaveCount(2);
      await expectAccessible(page);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await list.getByRole("button", { name: /^Copy command/ }).click();
      await expect(page.getByText("Command copied")).toBeVisible();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe("stallage import products.csv");

      await page.unroute("**/api/home");
      await page.reload();
      await expect(list).toBeVisible();
      await list.getByRole("button", { name: "Hide next steps" }).click();
      await expect(list).toBeHidden();
      await page.reload();
      await expect(page.getByRole("region", { name: "New in" })).toBeVisible();
      await expect(list).toBeHidden();
    });
  });
});
