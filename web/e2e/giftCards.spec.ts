import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import {
  addToCart,
  besideWith,
  emailTo,
  fillAddress,
  linkIn,
  newEmail,
  placeOrder,
  signIn,
} from "./shopper";

/** Goes to the payment page for an amount. */
async function addMoney(page: Page, amount: string): Promise<void> {
  await page.goto("/user-profile/wallet");
  await page.getByRole("textbox", { name: "Amount" }).fill(amount);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("button", { name: "Decline" })).toBeVisible();
}

const balance = (page: Page) => page.getByRole("region", { name: "Balance" });

test("money added online is credited to the wallet once", async ({ page }) => {
  await signIn(page);
  await page.goto("/user-profile/wallet");
  await expect(balance(page)).toContainText("$0.00");
  // An amount outside the shop's limits shows an error at its field.
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByText("Amount cannot be blank.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Amount" })).toBeFocused();
  await page.getByRole("textbox", { name: "Amount" }).fill("4.99");
  await expect(page.getByText("Amount must range from $5.00 - $500.00.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "$25", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Amount" })).toHaveValue("25");
  await page.getByRole("button", { name: "Continue to payment" }).dblclick();
  await expect(page.getByText("$25.00")).toBeVisible();
  await page.getByRole("button", { name: "Pay and notify twice" }).click();
  await expect(page).toHaveURL(/\/user-profile\/wallet\?topup=TU-/);
  await expect(page.getByText("$25.00 has been added to your wallet")).toBeVisible();
  await expect(balance(page)).toContainText("$25.00");
  const statement = page.getByRole("region", { name: "Statement" });
  await expect(statement.getByText("Top-up")).toHaveCount(1);
  await expectAccessible(page);
});

test("a declined top-up charges nothing @phone", async ({ page }) => {
  await signIn(page);
  await addMoney(page, "40");
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("The payment did not go through")).toBeVisible();
  await expectAccessible(page);
});

test("an abandoned top-up can be paid later or cancelled @phone", async ({ page }) => {
  await signIn(page);
  await addMoney(page, "50");
  const paymentPage = page.url();
  await page.getByRole("button", { name: "Close without paying" }).click();
  await expect(page.getByText("Checking your payment of $50.00")).toBeVisible();
  // It can be paid later, on the same payment page.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("/user-profile/wallet");
  await expect(page.getByText("A top-up of $50.00 is not paid yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue to payment" }).first().click();
  await expect(page).toHaveURL(paymentPage);
  await page.goBack();
  await page.getByRole("button", { name: "Cancel top-up" }).click();
  await expect(page.getByText("This top-up was not completed")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel top-up" })).toBeHidden();
  await page.goto(paymentPage);
  await expect(page.getByText("This payment has ended. Nothing was charged.")).toBeVisible();
  await page.goto("/user-profile/wallet");
  await expect(balance(page)).toContainText("$0.00");
});

test("without online payments no money can be added", async ({ browser }) => {
  test.slow();
  await besideWith({ STALLAGE_PAYMENT_PROVIDER: "none" }, async (baseURL) => {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await signIn(page);
    await page.goto("/user-profile/wallet");
    await expect(balance(page)).toContainText("$0.00");
    await expect(page.getByRole("heading", { name: "Add money" })).toBeHidden();
    await expect(page.getByLabel("Gift code")).toBeVisible();
    await context.close();
  });
});

/** Fills in the demo shop's gift card. */
async function fillCard(page: Page, email: string): Promise<void> {
  await page.goto("/products/gift-card");
  await page.getByLabel("Recipient’s name").fill("Grace");
  await page.getByLabel("Recipient’s email").fill(email);
  await page.getByLabel("Your name").fill("Dana");
  await page.getByLabel("Message").fill("Happy birthday!");
}

test("a guest buys a gift card, and its recipient redeems it", async ({ page, browser }) => {
  test.slow();
  const recipient = newEmail();
  await page.goto("/products/gift-card");
  await page.getByRole("button", { name: /^Add to cart ·/ }).click();
  await expect(page.getByText("Recipient’s name cannot be blank.")).toBeVisible();
  await expectAccessible(page);
  await fillCard(page, recipient);
  await page.getByLabel("Other amount").fill("37.50");
  await page.getByRole("button", { name: "Add to cart · $37.50" }).click();
  await expect(page.getByRole("dialog", { name: "Cart" })).toContainText(
    `For Grace (${recipient})`,
  );
  await page.goto("/cart");
  await page.getByRole("link", { name: "Edit the gift card for Grace" }).click();
  await expect(page.getByLabel("Other amount")).toHaveValue("37.5");
  await page.getByLabel("Other amount").fill("40");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL("/cart");
  await expect(page.getByRole("list", { name: "Items in your cart" })).toContainText("$40.00");
  await expectAccessible(page);

  // Nothing is sent by parcel: no address, no delivery, no cash on delivery.
  await page.goto("/checkout");
  await expect(page.getByText("Gift cards are sent by email")).toBeVisible();
  await expect(page.getByLabel("Address line 1")).toBeHidden();
  await expect(page.getByRole("radio", { name: "Cash on delivery" })).toBeHidden();
  await page.getByLabel("Email").fill(newEmail());
  await page.getByRole("radio", { name: "Pay online" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Place order" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  const cards = page.getByRole("region", { name: "Gift cards" });
  await expect(cards).toContainText(`Sent to ${recipient}`, { timeout: 30_000 });
  await expect(cards).toContainText("$40.00 for Grace");
  await expectAccessible(page);
  await cards.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText(`Sent again to ${recipient}`)).toBeVisible();

  const { text } = await emailTo(recipient, ({ kind }) => kind === "gift_card");
  expect(text).toContain("Happy birthday!");
  const link = linkIn(text, /\/user-profile\/wallet\?code=/);
  const context = await browser.newContext();
  const grace = await context.newPage();
  await signIn(grace, recipient);
  await grace.goto(link);
  await grace.getByRole("button", { name: "Apply" }).click();
  await expect(balance(grace)).toContainText("$40.00");
  await context.close();
  await page.reload();
  await expect(cards).toContainText("Redeemed");
  // The money is in a wallet now, so the order can no longer be cancelled.
  await page.getByRole("button", { name: "Cancel order" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
  await dialog.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("This gift card has been redeemed")).toBeVisible();
});

test("a guest's gift cards are merged into the cart at sign-in, and one can be bought at once @phone", async ({
  page,
}) => {
  await fillCard(page, newEmail());
  await page.getByRole("button", { name: /^Add to cart ·/ }).click();
  await expect(page.getByRole("dialog", { name: "Cart" })).toBeVisible();
  await signIn(page);
  await page.goto("/cart");
  const lines = page.getByRole("list", { name: "Items in your cart" });
  await expect(lines.getByRole("listitem")).toHaveCount(1);
  await page.reload();
  await expect(lines.getByRole("listitem")).toHaveCount(1);

  const recipient = newEmail();
  await fillCard(page, recipient);
  const day = new Date();
  day.setDate(day.getDate() + 40);
  const typed = [day.getMonth() + 1, day.getDate(), day.getFullYear()].join("/");
  await page.getByLabel("Send on").fill(typed);
  await page.getByRole("button", { name: "Buy now" }).click();
  await expect(page.getByText("Gift cards are sent by email")).toBeVisible();
  await page.getByRole("radio", { name: "Pay online" }).check();
  await page.getByRole("button", { name: "Place order" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  const cards = page.getByRole("region", { name: "Gift cards" });
  await expect(cards).toContainText("Will be sent on", { timeout: 30_000 });
  await cards.getByRole("button", { name: "Change email" }).click();
  const other = newEmail();
  await cards.getByLabel("Recipient’s email").fill(other);
  await cards.getByRole("button", { name: "Save email" }).click();
  await expect(cards).toContainText(other);
  await expectAccessible(page);
  await page.goto("/cart");
  await expect(lines.getByRole("listitem")).toHaveCount(1);
  await lines.getByRole("button", { name: "Remove the gift card for Grace" }).click();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
});

/** Buys a gift card as a guest and returns its code from the email to the recipient. */
async function buyCard(page: Page, amount: string): Promise<string> {
  const recipient = newEmail();
  await fillCard(page, recipient);
  await page.getByLabel("Other amount").fill(amount);
  await page.getByRole("button", { name: "Buy now" }).click();
  await expect(page.getByText("Gift cards are sent by email")).toBeVisible();
  await page.getByLabel("Email").fill(newEmail());
  await page.getByRole("radio", { name: "Pay online" }).check();
  await page.getByRole("button", { name: "Place order" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page).toHaveURL(/\/order-detail\/SO-/);
  const { text } = await emailTo(recipient, ({ kind }) => kind === "gift_card");
  return /Your code: (\S+)/.exec(text)?.[1] ?? "";
}

test("a gift card pays a part of a guest's order and all of a customer's next one", async ({
  page,
}) => {
  test.slow();
  const code = await buyCard(page, "30");
  const end = code.slice(-4);
  const summary = page.getByRole("complementary", { name: "Order summary" });
  const field = summary.getByRole("textbox", { name: "Gift card code" });
  const apply = summary.getByRole("button", { name: "Apply gift card" });
  const applied = summary.getByText(`Gift card ending in ${end}`);
  const total = summary.locator("dl");

  await addToCart(page, "moon-jar");
  await page.goto("/checkout");
  await page.getByLabel("Email").fill(newEmail());
  await fillAddress(page);
  await apply.click();
  await expect(summary.getByText("Gift card code cannot be blank.")).toBeVisible();
  await field.fill("NOT-A-CARD");
  await apply.click();
  await expect(summary.getByText("We do not know this gift code.")).toBeVisible();
  await expectAccessible(page);
  await field.fill(code.toLowerCase());
  await apply.click();
  await expect(applied).toBeVisible();
  await expect(total).toContainText("Gift card−$30.00");
  await expect(total).toContainText("To pay");
  await expectAccessible(page);
  await summary.getByRole("button", { name: `Remove the gift card ending in ${end}` }).click();
  await expect(applied).toBeHidden();
  await expect(total).not.toContainText("Gift card");
  await field.fill(code);
  await apply.click();
  await expect(applied).toBeVisible();
  await page.reload();
  await expect(applied).toBeVisible();
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  await placeOrder(page);
  const paid = page.getByRole("region", { name: "Totals" });
  await expect(paid).toContainText("Gift card−$30.00");
  await expect(paid).not.toContainText("From your wallet");

  // Cancelling returns the money to the card, and a customer can pay a whole order with it.
  await page.getByRole("button", { name: "Cancel order" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
  await dialog.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Cancelled by customer").first()).toBeVisible();
  await signIn(page);
  await addToCart(page);
  await page.goto("/checkout");
  await fillAddress(page);
  await field.fill(code);
  await apply.click();
  await expect(page.getByText("Your gift card covers this order.")).toBeVisible();
  await expect(total).toContainText("To pay$0.00");
  await placeOrder(page);
  await expect(paid).toContainText("Gift card−$");
  await expect(page.getByText("Paid", { exact: true })).toBeVisible();
});
