import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { pressAt, typeAt } from "./keyboard";
import {
  addToCart,
  advanceOrder,
  codeFor,
  fillAddress,
  newEmail,
  orderLinkFor,
  placeOrder,
  signIn,
} from "./shopper";

/** Orders the cart and pays online. Returns the order's id. */
async function pay(page: Page): Promise<string> {
  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Pay online" }).check();
  await page.getByRole("button", { name: "Place order" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page).toHaveURL(/\/order-detail\/SO-/);
  await expect(page.getByText("Paid", { exact: true })).toBeVisible();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Orders three mugs and pays online. Returns the order's id. */
async function buyAndPay(page: Page): Promise<string> {
  await addToCart(page);
  await page.goto("/cart");
  await page.getByRole("button", { name: "One more" }).click();
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
  await page.getByRole("button", { name: "One more" }).click();
  await expect(page.getByRole("link", { name: "Cart, 3 items" })).toBeVisible();
  return pay(page);
}

test("items are cancelled, returned and withdrawn, with their documents", async ({ page }) => {
  await signIn(page);
  const orderId = await buyAndPay(page);
  const invoice = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download invoice" }).click();
  expect((await invoice).suggestedFilename()).toMatch(/^INV-\d{6}\.pdf$/);

  await page.getByRole("button", { name: "Cancel items" }).click();
  const cancelling = page.getByRole("dialog", { name: "Cancel items" });
  await cancelling.getByRole("button", { name: "Cancel these items" }).click();
  await expect(cancelling.getByText("Choose at least one item.")).toBeVisible();
  await cancelling.getByRole("checkbox").check();
  await expect(cancelling.getByText("the whole order will be cancelled")).toBeVisible();
  await cancelling.getByRole("button", { name: "One less" }).click();
  await cancelling.getByRole("button", { name: "One less" }).click();
  await cancelling.getByRole("button", { name: "Cancel these items" }).click();
  const tracking = page.getByRole("region", { name: "Tracking" });
  await expect(tracking.getByText("Cancelled: 1 × Everyday mug")).toBeVisible();
  await expect(page.getByText("Partly refunded")).toBeVisible();
  await expect(page.getByRole("button", { name: "Download credit note" })).toBeVisible();

  await advanceOrder(orderId, "delivered");
  await page.reload();
  await page.getByRole("button", { name: "Return items" }).click();
  const returning = page.getByRole("dialog", { name: "Return items" });
  await returning.getByRole("checkbox").check();
  await returning.getByRole("button", { name: "One less" }).click();
  await returning.getByRole("radio", { name: "To my wallet" }).check();
  await returning.getByLabel("Why are you returning it?").selectOption("Too small");
  await expectAccessible(page);
  await returning.getByRole("button", { name: "Request return" }).click();
  const returns = page.getByRole("region", { name: "Returns" });
  await expect(returns.getByText("Return requested")).toBeVisible();
  await returns.getByRole("button", { name: "Keep the items" }).click();
  await expect(returns.getByText("Return withdrawn by customer")).toBeVisible();

  await page.getByRole("button", { name: "Withdraw from contract here" }).click();
  const withdrawing = page.getByRole("dialog", { name: "Withdraw from contract" });
  await withdrawing.getByRole("radio", { name: "Some items" }).check();
  await withdrawing.getByRole("checkbox").check();
  await withdrawing.getByRole("button", { name: "Continue" }).click();
  const checking = page.getByRole("dialog", { name: "Please check your statement" });
  await expect(checking.getByText("2 × Everyday mug")).toBeVisible();
  await checking.getByRole("button", { name: "Confirm withdrawal" }).click();
  const done = page.getByRole("dialog", { name: "We have received your withdrawal" });
  await expect(done.getByText("Please send the items back within 14 days")).toBeVisible();
  await done.getByText("Close", { exact: true }).click();
  await expect(returns.getByText("By right of withdrawal")).toBeVisible();
  await expectAccessible(page);
});

test("an order is viewed, cancelled and returned by keyboard alone", async ({ page }) => {
  await signIn(page);
  await addToCart(page, "bud-vase");
  await addToCart(page);
  await addToCart(page);
  const orderId = await pay(page);
  await page.goto("/user-profile/orders");
  await pressAt(page, page.getByRole("link", { name: /^View order/ }));
  await expect(page).toHaveURL(`/order-detail/${orderId}`);

  // A line is cancelled; the dialog traps the focus and returns it.
  const cancel = page.getByRole("button", { name: "Cancel items" });
  await pressAt(page, cancel);
  const cancelling = page.getByRole("dialog", { name: "Cancel items" });
  await expect(cancelling).toBeVisible();
  await page.keyboard.press("Escape");
  // Wait until it is removed: the browser closes it before React unmounts it.
  await expect(page.locator("dialog", { hasText: "Cancel items" })).toHaveCount(0);
  await expect(cancel).toBeFocused();
  await page.keyboard.press("Enter");
  await pressAt(page, cancelling.getByRole("checkbox").first(), "Space");
  await pressAt(page, cancelling.getByRole("button", { name: "Cancel these items" }));
  const tracking = page.getByRole("region", { name: "Tracking" });
  await expect(tracking.getByText(/^Cancelled: 1 ×/)).toBeVisible();
  await expect(cancel).toBeFocused();

  const invoice = page.waitForEvent("download");
  await pressAt(page, page.getByRole("button", { name: "Download invoice" }));
  expect((await invoice).suggestedFilename()).toMatch(/^INV-\d{6}\.pdf$/);
  await expect(page.getByRole("button", { name: "Download invoice" })).toBeFocused();

  await advanceOrder(orderId, "delivered");
  await page.reload();
  const returnButton = page.getByRole("button", { name: "Return items" });
  await pressAt(page, returnButton);
  const returning = page.getByRole("dialog", { name: "Return items" });
  await pressAt(page, returning.getByRole("checkbox").first(), "Space");
  await typeAt(page, returning.getByLabel("Tell us more"), "It is too small.");
  await page.keyboard.press("Escape");
  await expect(returning).toBeHidden();
  await expect(returnButton).toBeFocused();
  await expect(page.getByRole("region", { name: "Returns" })).toBeHidden();
});

test("a guest withdraws without signing in, and finds the order by a code @phone", async ({
  page,
}) => {
  const email = newEmail();
  await addToCart(page);
  await page.goto("/checkout");
  await page.getByLabel("Email").fill(email);
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  const orderId = await placeOrder(page);
  await orderLinkFor(email);

  await page.goto("/");
  await page.getByRole("link", { name: "Find your order" }).click();
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByLabel("Order number")).toBeFocused();
  await page.getByLabel("Order number").fill(orderId.toLowerCase());
  await page.getByLabel("Email or phone number of the order").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByLabel("OTP").fill(await codeFor(email));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(new RegExp(`/order-detail/${orderId}\\?key=`));

  await page.getByRole("link", { name: "Withdraw from contract here" }).click();
  await page.getByLabel("Order number").fill(orderId);
  await page.getByLabel("Your name").fill("Dana Kim");
  await page.getByLabel("Email or phone number of the order").fill(email);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(
    page.getByText(`I, Dana Kim, withdraw from the contract for order ${orderId}.`),
  ).toBeVisible();
  await page.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "We have received your withdrawal" }),
  ).toBeVisible();
  await expect(page.getByText("Your order will not be shipped.")).toBeVisible();
});
