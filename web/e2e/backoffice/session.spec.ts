import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { newEmail } from "../shopper";
import { placedOrder } from "./guestOrder";
import { acceptInvitation, createOperator, type Operator } from "./operator";

async function signInAgain(page: Page, operator: Operator, recoveryCode: number): Promise<void> {
  await expect(page.getByRole("heading", { name: "Sign in again" })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(operator.email);
  await page.getByLabel("Password", { exact: true }).fill(operator.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Code", { exact: true }).fill(operator.recoveryCodes[recoveryCode] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Sign in again" })).toBeHidden();
}

test("a session that ends during work loses nothing that was typed", async ({ page }) => {
  const number = await placedOrder(page);
  const email = newEmail();
  const operator = await acceptInvitation(page, email, createOperator(email));
  await page.goto(`/backoffice/orders/${number}?panel=cancel`);
  const panel = page.getByRole("region", { name: "Cancel items" });
  await expect(panel).toBeVisible();
  const note = page.getByLabel("Note for your team");
  await note.fill("Called back: the bell does not work.");

  await page.context().clearCookies();
  await page.getByRole("button", { name: "Add note" }).click();
  await expectAccessible(page);
  await signInAgain(page, operator, 0);

  // The request that found no session was sent again; panel and page are as they were.
  await expect(page.getByText("Called back: the bell does not work.")).toBeVisible();
  await expect(note).toHaveValue("");
  await expect(panel).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(number));
});

test("signing out on purpose keeps nothing", async ({ page }) => {
  const email = newEmail();
  await acceptInvitation(page, email, createOperator(email));
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/backoffice\/sign-in/);
  await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
});
