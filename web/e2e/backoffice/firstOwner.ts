import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../axe";
import type { Hands } from "./hands";
import { currentCode } from "./operator";
import { stepOf, totpCode } from "./totp";

const EMAIL = "ada@example.com";
const PASSWORD = "quiet kiln sparrow lantern";

/** Creates the first owner's account with the link that the shop printed; returns the app's secret. */
export async function createOwner(page: Page, hands: Hands, link: string): Promise<string> {
  const button = (name: string) => page.getByRole("button", { name });
  await page.goto(link);
  await hands.type(page.getByLabel("Your name"), "Ada Lovelace");
  await hands.type(page.getByLabel("Your email"), EMAIL);
  await expectAccessible(page);
  await hands.press(button("Continue"));
  await expect(page.getByText(`${EMAIL} · owner`)).toBeVisible();
  const password = page.getByRole("radio", { name: "Password and app" });
  if ((await password.count()) > 0) await hands.choose(password);
  const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? "";
  await hands.type(page.getByLabel("New password"), PASSWORD);
  await hands.type(page.getByLabel("Code", { exact: true }), currentCode(secret));
  await hands.press(button("Finish"));
  await hands.press(page.getByLabel("I have stored these codes"));
  await hands.press(button("Continue"));
  await expect(page.getByRole("heading", { level: 1, name: "Set up your shop" })).toBeVisible();
  return secret;
}

/** Signs the first owner in on the sign-in page, with the code after the present one. */
export async function signOwnerIn(page: Page, secret: string): Promise<void> {
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Code", { exact: true }).fill(totpCode(secret, stepOf(Date.now()) + 1));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeVisible();
}
