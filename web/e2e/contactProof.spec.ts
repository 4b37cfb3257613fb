import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { addToCart, besideWith, codeFor, fillAddress, newEmail } from "./shopper";

async function toCashAsGuest(page: Page, email: string): Promise<void> {
  await addToCart(page);
  await page.goto("/checkout");
  await page.getByLabel("Email").fill(email);
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
}

test("a guest who pays on delivery confirms the contact if the shop requires it", async ({
  browser,
}) => {
  await besideWith({ STALLAGE_CASH_ON_DELIVERY_CODE: "true" }, async (baseURL) => {
    const page = await (await browser.newContext({ baseURL })).newPage();
    const email = newEmail();
    await toCashAsGuest(page, email);
    const place = page.getByRole("button", { name: "Place order", exact: true });
    await place.click();
    const sheet = page.getByRole("dialog", { name: "Confirm your contact details" });
    await expect(sheet.getByText(`We sent a code to ${email}.`)).toBeVisible();
    await expect(sheet.getByRole("textbox")).toBeFocused();
    await expectAccessible(page);

    // Closing it places no order and returns to the form.
    const code = await codeFor(email);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(page.getByLabel("Address line 1")).toHaveValue("12 Harbor Street");
    await place.click();
    await expect(sheet).toBeVisible();

    // The first code is still valid; a wrong code shows an error.
    const confirm = sheet.getByRole("button", { name: "Confirm and place order" });
    await confirm.click();
    await expect(sheet.getByRole("textbox")).toHaveAttribute("aria-invalid", "true");
    await sheet.getByRole("textbox").fill(code === "000000" ? "000001" : "000000");
    await confirm.click();
    await expect(sheet.getByText("This code is not correct.", { exact: false })).toBeVisible();
    await sheet.getByRole("textbox").fill(code);
    await confirm.click();
    await expect(page).toHaveURL(/\/order-detail\/SO-/);
  });
});

test("a guest is asked to sign in if the shop does not allow guest orders", async ({ browser }) => {
  await besideWith({ STALLAGE_GUEST_CHECKOUT: "false" }, async (baseURL) => {
    const page = await (await browser.newContext({ baseURL })).newPage();
    await addToCart(page);
    await page.goto("/checkout");
    await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Place order" })).toBeHidden();
  });
});
