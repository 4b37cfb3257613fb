import { expect, test } from "@playwright/test";
import { fillers, picturedProducts, withImported } from "../e2e/importedShop.ts";
import { picture } from "./picture.ts";

const NAME = { STALLAGE_SHOP_NAME: "Meridian" };

test("a shop with imported products and no further setup", async ({ page }) => {
  // The last products of the file are the newest and come first.
  await withImported([...fillers(26), ...picturedProducts(48)], NAME, async ({ address }) => {
    for (const [name, path] of [
      ["home", "/"],
      ["collections", "/collections"],
      ["list", "/c/collections/vases-jars"],
      ["product", "/products/product-33"],
    ] as const) {
      await page.goto(address + path);
      await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
      await picture(page, `imported-${name}`);
    }
  });
});
