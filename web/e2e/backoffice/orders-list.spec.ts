import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { newEmail } from "../shopper";
import { signIn } from "./operator";

const ADDRESS = {
  firstName: "Amara",
  lastName: "Nwosu",
  line1: "2417 Queen Anne Ave N",
  city: "Seattle",
  state: "WA",
  postalCode: "98109",
  country: "US",
  phone: "2065550173",
};

/** A guest's order of a mug, paid on delivery, so that it can be confirmed at once. */
async function placeOrder(page: Page, lastName: string): Promise<string> {
  const product = await page.request.get("/api/products/everyday-mug");
  const { output: mug } = (await product.json()) as { output: { skus: { skuId: number }[] } };
  const response = await page.request.post("/api/orders", {
    data: {
      skuIds: [mug.skus[0]?.skuId],
      contact: { email: newEmail(), firstName: "Amara", lastName, phone: "2065550173" },
      address: { ...ADDRESS, lastName },
      paymentMethod: "cod",
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { output } = (await response.json()) as { output: { orderId: string } };
  return output.orderId;
}

test("selected orders are confirmed together, and the result file names them", async ({ page }) => {
  const lastName = `Bulk${newEmail().replace(/\W/g, "").slice(0, 12)}`;
  const numbers = [await placeOrder(page, lastName), await placeOrder(page, lastName)];
  await signIn(page);
  // The search text of a new order is written by a job.
  await expect(async () => {
    await page.goto(`/backoffice/orders?q=${lastName}`);
    await expect(page.getByText("2 orders")).toBeVisible({ timeout: 1000 });
  }).toPass();
  for (const number of numbers) {
    await expect(page.getByRole("link", { name: number })).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Confirm 2 of 2" }).click();
  const panel = page.getByRole("dialog", { name: "Confirm orders" });
  await expect(panel.getByText("Customers get no email.")).toBeVisible();
  await panel.getByRole("button", { name: "Confirm 2 orders" }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByText("To pack", { exact: true }).nth(1)).toBeVisible();
  const tray = page.getByRole("complementary", { name: "Bulk operations" });
  await expect(tray.getByText("2 done, 0 not possible, 0 failed")).toBeVisible();
  const downloading = page.waitForEvent("download");
  await tray.getByRole("link", { name: "Result file" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^orders-confirm-\d+\.csv$/);
});

test("a saved view, keys, and Back to the same row", async ({ page }) => {
  const lastName = `View${newEmail().replace(/\W/g, "").slice(0, 12)}`;
  const number = await placeOrder(page, lastName);
  await signIn(page);
  await page.goto("/backoffice/orders?payment=on_delivery");
  const row = page.getByRole("link", { name: number });
  await expect(row).toBeVisible();
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByLabel("Name of the view").fill(lastName);
  await page.keyboard.press("Enter");
  const view = page.getByText(lastName, { exact: true }).first();
  await expect(view).toBeVisible();
  await view.click();
  await expect(page).toHaveURL(/view=saved-\d+/);
  await expect(row).toBeVisible();
  // A focused button keeps the Enter key to itself.
  await page.getByRole("heading", { name: "Orders", level: 1 }).click();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/orders\/SO-/);
  await page.goBack();
  await expect(page).toHaveURL(/view=saved-\d+/);
});

test("the list fits a phone @phone", async ({ page }) => {
  await signIn(page);
  await page.goto("/backoffice/orders");
  await expect(page.getByRole("heading", { name: "Orders", level: 1 })).toBeVisible();
  await expect(page.getByText(/^\d[\d,]* orders$/).first()).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
