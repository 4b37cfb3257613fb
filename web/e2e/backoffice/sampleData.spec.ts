import { expect, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { startEmptyShop } from "./emptyShop";
import { createOwner } from "./firstOwner";
import { pointer } from "./hands";

/** A job stores every picture. */
const WORK = { timeout: 240_000 };
const SAMPLE = "/products/everyday-bowl";

test.use({ actionTimeout: 30_000 });

test("sample data is put in and taken out, and the own product stays", async ({ browser }) => {
  test.setTimeout(600_000);
  const shop = await startEmptyShop();
  try {
    const page = await (await browser.newContext()).newPage();
    await createOwner(page, pointer, shop.link);
    await page.goto(`${shop.address}/backoffice/setup-guide?step=product`);
    await page.getByLabel("Title").fill("Blue bowl");
    await page.getByLabel("Price", { exact: true }).fill("18");
    await page.getByLabel("Units in stock").fill("5");
    await page.getByRole("button", { name: "Put on sale" }).click();
    await page.getByRole("button", { name: "Add sample data" }).click();
    await expect(page.getByText(/^In your shop: .*products/)).toBeVisible(WORK);
    await expectAccessible(page);

    const shopper = await (await browser.newContext()).newPage();
    await shopper.goto(shop.address + SAMPLE);
    await expect(shopper.getByRole("heading", { level: 1, name: "Everyday bowl" })).toBeVisible();

    await page.getByRole("button", { name: "Remove sample data" }).click();
    await page.getByRole("button", { name: "Remove sample data now" }).click();
    await expect(page.getByRole("button", { name: "Add sample data" })).toBeVisible(WORK);
    expect((await shopper.request.get(shop.address + SAMPLE)).status()).toBe(410);
    await shopper.goto(shop.address);
    await expect(shopper.getByRole("link", { name: "Blue bowl" }).first()).toBeVisible();
  } finally {
    await shop.stop();
  }
});
