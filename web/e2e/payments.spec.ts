import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { addToCart, besideWith, fillAddress, newEmail } from "./shopper";

/** Opens the payment page of a guest's order. */
async function goToPayment(page: Page): Promise<void> {
  await addToCart(page);
  await page.goto("/checkout");
  await page.getByLabel("Email").fill(newEmail());
  await fillAddress(page);
  await page.getByRole("radio", { name: "Pay online" }).check();
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByRole("button", { name: "Decline" })).toBeVisible();
}

test("Back, a second tab and a retry lead to one payment", async ({ page, context }) => {
  await goToPayment(page);
  const paymentPage = page.url();
  // Back leads to the order, not to the checkout and not into a loop.
  await page.goBack();
  await expect(page).toHaveURL(/\/order-detail\/SO-/);
  const order = page.url();
  const payNow = page.getByRole("button", { name: "Pay now" });
  await expect(payNow).toBeEnabled();
  const other = await context.newPage();
  await other.goto(order);
  await expect(other.getByText("Not paid yet").first()).toBeVisible();
  await other.getByRole("button", { name: "Pay now" }).click();
  await expect(other).toHaveURL(paymentPage);

  await payNow.click();
  await expect(page).toHaveURL(paymentPage);
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page).toHaveURL(/\/order-detail\/SO-/);
  await expect(page.getByText("The payment did not go through")).toBeVisible();
  await expectAccessible(page);

  // The declined payment page takes no money in the other tab either.
  await other.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(other.getByText("The payment did not go through")).toBeVisible();
  await payNow.click();
  await expect(page).not.toHaveURL(/\/order-detail\//);
  expect(page.url()).not.toBe(paymentPage);
  await page.getByRole("button", { name: "Pay and notify twice" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Thank you, Dana" })).toBeVisible();
  await expect(payNow).toBeHidden();
  // The other tab updates without a reload.
  await expect(other.getByText("Paid", { exact: true })).toBeVisible();
  await expect(other.getByRole("button", { name: "Pay now" })).toBeHidden();
});

test("an expired payment page charges nothing", async ({ browser }) => {
  await besideWith({ STALLAGE_PAYMENT_HOLD_SECONDS: "3" }, async (baseURL) => {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await goToPayment(page);
    const paymentPage = page.url();
    await page.goBack();
    await expect(page.getByRole("button", { name: "Pay now" })).toBeVisible();
    // The displayed order updates by itself when it expires. Due jobs are looked for every five seconds.
    const over = page.getByText("This order was cancelled because it was not paid in time.");
    await expect(over).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("button", { name: "Pay now" })).toBeHidden();
    await expect(page.getByText("Not paid", { exact: true })).toBeVisible();
    await expectAccessible(page);

    // The provider's page has expired too, and leads back to the order.
    await page.goto(paymentPage);
    await expect(page.getByText("This payment has ended. Nothing was charged.")).toBeVisible();
    await page.getByRole("link", { name: "Back to the shop" }).click();
    await expect(over).toBeVisible();
    await expect(page.getByText("Checking your payment")).toBeHidden();

    // The items can be ordered again.
    await page.getByRole("button", { name: "Order again" }).click();
    await expect(page).toHaveURL("/cart");
    await expect(page.getByRole("list", { name: "Items in your cart" })).toContainText(
      "Everyday mug",
    );
    await context.close();
  });
});

test("a closed payment page leaves an order that can be paid or cancelled @phone", async ({
  page,
}) => {
  await goToPayment(page);
  await page.getByRole("button", { name: "Close without paying" }).click();
  await expect(page.getByText("Checking your payment")).toBeVisible();
  await expect(page.getByText("Please pay by")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Pay now" })).toBeEnabled();
  await page.getByRole("button", { name: "Cancel order" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
  await dialog.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByRole("button", { name: "Pay now" })).toBeHidden();
  await expect(page.getByText("You were not charged")).toBeHidden();
});
