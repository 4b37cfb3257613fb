import { expect, type Page, test as base } from "@playwright/test";
import { BROWSER } from "./browser";

/** The headless shell has no back/forward cache, and Playwright switches it off; these journeys are about it. */
const test = base.extend<object, { launchOptions: object }>({
  launchOptions: [
    async ({}, use) => {
      await use({ ...BROWSER, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
    },
    { scope: "worker" },
  ],
});

/** Leaves for another document, does something there, and comes back. */
async function leaveAndReturn(page: Page, meanwhile: (page: Page) => Promise<void>) {
  await page.evaluate(() => {
    addEventListener("pageshow", ({ persisted }) => {
      document.documentElement.dataset["persisted"] = String(persisted);
    });
  });
  await page.goto("/sitemap.xml");
  await meanwhile(page);
  await page.goBack({ waitUntil: "commit" });
  await expect(page.locator("html")).toHaveAttribute("data-persisted", "true");
}

for (const path of ["/", "/search?q=mug", "/products/butter-knife", "/cart"]) {
  test(`Back restores ${path} as it was left`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator("html[data-prefetch=client]")).toBeAttached();
    await leaveAndReturn(page, () => Promise.resolve());
    await expect(page.getByRole("main")).toBeVisible();
  });
}

test("a restored page shows the cart and the theme of the meantime", async ({ page }) => {
  await page.goto("/products/butter-knife");
  await expect(page.getByRole("banner").getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  await leaveAndReturn(page, () =>
    page.evaluate(() => {
      localStorage.setItem("guestCartSkuIds", "[1,1]");
      localStorage.setItem("theme", "dark");
    }),
  );
  await expect(page.getByRole("banner").getByRole("link", { name: /^Cart.*2/ })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
