import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { besideWith, signIn } from "./shopper";

/** Goes to the payment page for so much money. */
async function addMoney(page: Page, amount: string): Promise<void> {
  await page.goto("/user-profile/wallet");
  await page.getByRole("textbox", { name: "Amount" }).fill(amount);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("button", { name: "Decline" })).toBeVisible();
}

const balance = (page: Page) => page.getByRole("region", { name: "Balance" });

test("money that is added online is in the wallet once", async ({ page }) => {
  await signIn(page);
  await page.goto("/user-profile/wallet");
  await expect(balance(page)).toContainText("$0.00");
  // An amount that the shop does not take is said at its field.
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
  await expect(statement.getByText("Added by you")).toHaveCount(1);
  await expectAccessible(page);
});

test("a top-up that is declined, left or cancelled charges nothing @phone", async ({ page }) => {
  await signIn(page);
  await addMoney(page, "40");
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("The payment did not go through")).toBeVisible();
  await expectAccessible(page);
  await addMoney(page, "50");
  const paymentPage = page.url();
  await page.getByRole("button", { name: "Close without paying" }).click();
  await expect(page.getByText("Looking for your payment of $50.00")).toBeVisible();
  // Later, from anywhere: it can be paid, on the same page.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("/user-profile/wallet");
  await expect(page.getByText("A top-up of $50.00 is not paid yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue to payment" }).first().click();
  await expect(page).toHaveURL(paymentPage);
  await page.goBack();
  await page.getByRole("button", { name: "Cancel top-up" }).click();
  await expect(page.getByText("This top-up has ended")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel top-up" })).toBeHidden();
  await page.goto(paymentPage);
  await expect(page.getByText("This payment has ended. Nothing was charged.")).toBeVisible();
  await page.goto("/user-profile/wallet");
  await expect(balance(page)).toContainText("$0.00");
});

test("where nobody takes online payments, no money can be added", async ({ browser }) => {
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
