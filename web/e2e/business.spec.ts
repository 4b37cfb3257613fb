import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import {
  addToCart,
  advanceOrder,
  fillAddress,
  emailTo,
  newEmail,
  placeOrder,
  signIn,
  stallage,
} from "./shopper";

const summary = (page: Page) => page.getByRole("complementary", { name: "Order summary" });
// The footer has a navigation with the same name.
const company = (place: Page | Locator) => place.getByRole("textbox", { name: "Company" });
const payBy = (page: Page, name: string) => page.getByRole("radio", { name }).check();
const place = (page: Page) => page.getByRole("button", { name: "Place order" });

async function toCheckout(page: Page): Promise<void> {
  await addToCart(page);
  await page.goto("/checkout");
}

async function toCheckoutAsGuest(page: Page, email = newEmail()): Promise<string> {
  await toCheckout(page);
  await page.getByLabel("Email").fill(email);
  await fillAddress(page);
  return email;
}

test("a company with another address is billed, and can change it until the invoice is issued", async ({
  page,
}) => {
  const email = await toCheckoutAsGuest(page);
  await expect(company(page)).toBeHidden();
  await payBy(page, "Cash on delivery");
  await page.getByRole("checkbox", { name: "Use a different billing address" }).check();
  const billing = page.getByRole("group", { name: "Billing address" });
  await billing.getByLabel("Country").selectOption("DE");
  await page.getByRole("checkbox", { name: "This is a business purchase" }).check();
  await page.getByLabel("VAT number").fill("DE136695975");
  await place(page).click();
  await expect(billing.getByLabel("First name")).toBeFocused();
  await expect(page.getByText("Company cannot be blank.")).toBeVisible();
  await billing.getByLabel("First name").fill("Kim");
  await billing.getByLabel("Last name").fill("Becker");
  await billing.getByLabel("Address line 1").fill("Torstr. 1");
  await billing.getByLabel("City").fill("Berlin");
  await billing.getByLabel("Postal code").fill("10119");
  await company(page).fill("Becker GmbH");

  await page.reload();
  await expect(billing.getByLabel("City")).toHaveValue("Berlin");
  await expect(company(page)).toHaveValue("Becker GmbH");
  await place(page).click();
  await expect(page.getByLabel("VAT number")).toBeFocused();
  await expect(page.getByText("The check digits of this VAT number do not match.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("VAT number").fill("136 695 976");
  const orderId = await placeOrder(page);

  const billed = page.getByRole("region", { name: "Billing address" });
  await expect(billed).toContainText("Becker GmbH");
  await expect(billed).toContainText("DE136695976");
  await expect(page.getByRole("region", { name: "Delivery address" })).not.toContainText("Becker");
  const { text } = await emailTo(email, ({ kind }) => kind === "order_placed");
  // The guest's email address is not verified, so nothing typed is sent to it.
  expect(text).toContain(orderId);
  expect(text).not.toContain("Becker");

  await page.getByRole("button", { name: "Change billing details" }).click();
  const form = page.getByRole("dialog", { name: "Change billing details" });
  await expectAccessible(page);
  await form.getByLabel("VAT number").fill("1");
  await form.getByRole("button", { name: "Save billing details" }).click();
  await expect(form.getByLabel("VAT number")).toBeFocused();
  await expect(form.getByText("Example: DE136695976.")).toBeVisible();
  await form.getByLabel("VAT number").fill("");
  await company(form).fill("Becker & Söhne");
  await form.getByRole("button", { name: "Save billing details" }).click();
  await expect(form).toBeHidden();
  await expect(billed).toContainText("Becker & Söhne");
  await expect(billed).not.toContainText("DE136695976");

  await advanceOrder(orderId, "shipped");
  await page.reload();
  await expect(page.getByRole("button", { name: "Download invoice" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Change billing details" })).toBeHidden();
  await expect(billed).toContainText("Becker & Söhne");
});

test("a gift is wrapped, with a message and a note for the courier @phone", async ({ page }) => {
  await toCheckoutAsGuest(page);
  await payBy(page, "Cash on delivery");
  const wrap = page.getByRole("checkbox", { name: "Gift wrap, linen and twine" });
  await expect(wrap).toBeHidden();
  await page.getByText("Gift or delivery note").click();
  await wrap.check();
  await expect(summary(page).getByText("Gift wrap, linen and twine")).toBeVisible();
  await expect(summary(page).getByText("$4.50")).toBeVisible();
  await page.getByLabel("Gift message").fill("Happy birthday!\nYours, Dana");
  await page.getByLabel("Note for the courier").fill("Third door on the left.");
  await expectAccessible(page);

  // Filled sections are open again after a reload and a visit of the cart.
  await page.reload();
  await expect(wrap).toBeChecked();
  await summary(page).getByRole("link", { name: "Edit cart" }).click();
  await expect(page).toHaveURL("/cart");
  await page.goBack();
  await expect(page.getByLabel("Gift message")).toHaveValue("Happy birthday!\nYours, Dana");

  const shown = summary(page).locator("dl > div", { hasText: /^Total/ });
  await expect(summary(page).getByText("$4.50")).toBeVisible();
  const total = (await shown.textContent())?.replace("Total", "") ?? "";
  const orderId = await placeOrder(page);
  const totals = page.getByRole("region", { name: "Totals" });
  await expect(totals).toContainText("Gift wrap, linen and twine");
  await expect(totals).toContainText(total);
  await expect(page.getByRole("region", { name: "Gift message" })).toContainText("Yours, Dana");
  await expect(page.getByRole("region", { name: "Note for the courier" })).toContainText(
    "Third door on the left.",
  );
  await expectAccessible(page);
  const packing = await stallage("orders", "show", orderId);
  expect(packing).toContain("Gift wrap: Gift wrap, linen and twine");
  expect(packing).toContain("  Third door on the left.");
  expect(packing).not.toContain("$");
});

test("cash on delivery needs a phone number, paying online does not", async ({ page }) => {
  await toCheckoutAsGuest(page);
  const phone = page.getByLabel("Phone number");
  await phone.fill("");
  const contact = page.getByRole("region", { name: "Contact" });
  await expect(contact.getByText("optional")).toBeVisible();
  await payBy(page, "Cash on delivery");
  await expect(contact.getByText("optional")).toBeHidden();
  await place(page).click();
  await expect(phone).toBeFocused();
  await expect(page.getByText("Phone number cannot be blank.")).toBeVisible();
  await phone.fill("555");
  await place(page).click();
  await expect(contact.getByText("Please enter your 10 digit number.")).toBeVisible();
  await phone.fill("");
  await payBy(page, "Pay online");
  await place(page).click();
  await expect(page.getByRole("button", { name: "Pay", exact: true })).toBeVisible();
});

test("a saved address fills in its company, and the form asks for its missing phone number", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/user-profile/addresses");
  await page.getByRole("button", { name: "Add address" }).click();
  const form = page.getByRole("dialog", { name: "New address" });
  await fillAddress(page);
  await form.getByLabel("Phone number").fill("");
  await form.getByRole("checkbox", { name: "This is a business address" }).check();
  await company(form).fill("Harbor Works");
  await form.getByLabel("EIN").fill("12345");
  await form.getByRole("button", { name: "Save address" }).click();
  await expect(form.getByText("This is not a valid EIN (United States).")).toBeVisible();
  await form.getByLabel("EIN").fill("123456789");
  await form.getByRole("button", { name: "Save address" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText("12-3456789")).toBeVisible();

  await toCheckout(page);
  await expect(page.getByRole("radio", { name: "Dana Kim" })).toBeChecked();
  await expect(company(page)).toHaveValue("Harbor Works");
  await expect(page.getByLabel("EIN")).toHaveValue("12-3456789");
  await expect(page.getByLabel("Phone number")).toBeHidden();
  await payBy(page, "Cash on delivery");
  await place(page).click();
  await expect(page.getByLabel("Phone number")).toBeFocused();
  await expect(page.getByText("Phone number cannot be blank.")).toBeVisible();
  await page.getByLabel("Phone number").fill("5035550143");
  await placeOrder(page);
  const to = page.getByRole("region", { name: "Delivery address" });
  await expect(to).toContainText("Harbor Works");
  await expect(page.getByText("Same as the delivery address")).toBeVisible();
  await expect(page.getByRole("region", { name: "Contact" })).toContainText("+15035550143");
});
