import { expect, type Page, test } from "@playwright/test";
import { expectStarted, refuse } from "./frame";
import { pressAt, typeAt } from "./keyboard";
import { addToCart, advanceOrder, fillAddress, newEmail, orderCash, signIn } from "./shopper";

// Operators' commands start processes, which is slow on a busy machine.
test.slow();

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name }).first();

/** What moves the focus is loaded with the first focus, once the page is idle. */
async function open(page: Page, path: string): Promise<void> {
  const enhanced = page.waitForResponse(/\/assets\/enhancements-.*js/);
  await page.goto(path);
  await enhanced;
  await expectStarted(page);
  const loaded = page.waitForResponse(/\/assets\/focusRecovery-/);
  await page.keyboard.press("Tab");
  await loaded;
}

test("the focus stays near an address that is changed or deleted", async ({ page }) => {
  await signIn(page);
  await open(page, "/user-profile/addresses");
  const sheet = page.getByRole("dialog");
  for (const name of ["Dana", "Robin"]) {
    await page.getByRole("button", { name: "Add address" }).click();
    await fillAddress(page);
    await sheet.getByLabel("First name").fill(name);
    await sheet.getByRole("button", { name: "Save address" }).click();
    await expect(sheet).toHaveCount(0);
  }
  const title = heading(page, "Addresses");
  await pressAt(
    page,
    page.getByRole("button", { name: "Set as primary: 12 Harbor Street, Portland, 97201" }),
  );
  await expect(page.getByText("Primary address changed")).toBeVisible();
  await expect(title).toBeFocused();
  await pressAt(page, page.getByRole("button", { name: /^Delete address/ }).last());
  await pressAt(page, sheet.getByRole("button", { name: "Delete", exact: true }));
  await expect(page.getByText("Address deleted")).toBeVisible();
  await expect(title).toBeFocused();
  // A name that the address has none of is not shown twice.
  await expect(page.getByRole("main").getByText("Robin Kim")).toHaveCount(1);
});

test("the focus stays in a ticket that is answered and closed", async ({ page }) => {
  await signIn(page);
  await open(page, "/support-ticket");
  await pressAt(page, page.getByRole("main").getByRole("link", { name: "New ticket" }));
  await expect(heading(page, "New ticket")).toBeFocused();
  await typeAt(page, page.getByLabel("Subject"), "Where is my vase?");
  await typeAt(page, page.getByLabel("How can we help?"), "It has not arrived.");
  // What is typed is there again after a look at another page.
  await page.getByRole("link", { name: "All tickets" }).click();
  await expect(page.getByRole("heading", { name: "No tickets yet" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Subject")).toHaveValue("Where is my vase?");
  await expect(page.getByLabel("How can we help?")).toHaveValue("It has not arrived.");
  await pressAt(page, page.getByRole("button", { name: "Submit ticket" }));
  await expect(heading(page, "Where is my vase?")).toBeFocused();
  await pressAt(page, page.getByRole("button", { name: "Send reply" }));
  const reply = page.getByLabel("Your message");
  await expect(reply).toBeFocused();
  await page.keyboard.type("It is here now.");
  await pressAt(page, page.getByRole("button", { name: "Send reply" }));
  await expect(page.getByRole("status").getByText("Message sent")).toBeVisible();
  await pressAt(page, page.getByRole("button", { name: "Close ticket" }));
  await expect(page.getByText("Closed", { exact: false }).first()).toBeVisible();
  await expect(heading(page, "Where is my vase?")).toBeFocused();
});

test("the focus stays in an order that is cancelled", async ({ page }) => {
  await signIn(page);
  const orderId = await orderCash(page);
  await expect(page.getByText(/arrives .+ – /).first()).toBeVisible();
  await open(page, `/order-detail/${orderId}`);
  await pressAt(page, page.getByRole("button", { name: "Cancel order" }));
  await pressAt(page, page.getByRole("dialog").getByRole("button", { name: "Cancel order" }));
  await expect(page.getByText("Your order has been cancelled")).toBeVisible();
  await expect(heading(page, `Order ${orderId}`)).toBeFocused();
  // Nothing arrives any more.
  await expect(page.getByText("Standard delivery")).toBeVisible();
  await expect(page.getByText(/arrives .+ – /)).toHaveCount(0);
});

test("a return says what is missing, and the focus is there", async ({ page }) => {
  await signIn(page);
  await addToCart(page, "bud-vase");
  const orderId = await orderCash(page);
  await advanceOrder(orderId, "delivered");
  await open(page, `/order-detail/${orderId}`);
  await expect(page.getByText(/arrives .+ – /)).toHaveCount(0);
  await pressAt(page, page.getByRole("button", { name: "Return items" }));
  const dialog = page.getByRole("dialog", { name: "Return items" });
  const request = dialog.getByRole("button", { name: "Request return" });
  await pressAt(page, request);
  await expect(dialog.getByText("Choose at least one item.")).toBeInViewport();
  await expect(dialog.getByRole("checkbox").first()).toBeFocused();
  await page.getByRole("checkbox", { name: /mug/i }).press("Space");
  await dialog.getByRole("radio", { name: "An exchange" }).check();
  await pressAt(page, request);
  const exchange = dialog.getByLabel("Exchange Everyday mug for");
  await expect(exchange).toBeFocused();
  await expect(exchange).toHaveAccessibleDescription("Choose what you would like instead.");
  await dialog.getByRole("radio", { name: "A refund" }).check();
  await pressAt(page, request);
  await expect(page.getByText("We received your return request")).toBeVisible();
  const returns = page.getByRole("region", { name: "Returns" });
  await pressAt(page, returns.getByRole("button", { name: "Keep the items" }));
  await expect(returns.getByText("Return withdrawn by customer")).toBeVisible();
  await expect(heading(page, "Returns")).toBeFocused();
});

test("an order that cannot be looked for blames no field", async ({ page }) => {
  await open(page, "/find-order");
  await page.route("**/api/orders/lookup", (route) => route.fulfill(refuse()));
  const contact = page.getByLabel("Email or phone number of the order");
  await page.getByLabel("Order number").fill("SO-7K2M-9QXD");
  await contact.fill(newEmail());
  await pressAt(page, page.getByRole("button", { name: "Send code" }));
  await expect(page.getByRole("alert")).toHaveText("The shop is being tidied up.");
  await expect(contact).not.toHaveAttribute("aria-invalid");
  await page.unroute("**/api/orders/lookup");
  await pressAt(page, page.getByRole("button", { name: "Send code" }));
  await expect(page.getByRole("alert")).toHaveCount(0);
  await typeAt(page, page.getByLabel("OTP"), "000000");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("OTP")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("OTP")).toBeFocused();
});

test("the focus goes to the stars of a review that is opened", async ({ page }) => {
  await signIn(page);
  await addToCart(page, "bud-vase");
  const orderId = await orderCash(page);
  await advanceOrder(orderId, "delivered");
  await open(page, `/write-review/${orderId}`);
  await pressAt(page, page.getByRole("button", { name: "Write a review" }).first());
  await expect(page.getByRole("radio", { name: "1 star" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await typeAt(page, page.getByLabel("Your review"), "It holds one stem and never tips over.");
  await pressAt(page, page.getByRole("button", { name: "Submit review" }));
  await expect(page.getByText("Thank you for your review")).toBeVisible();
  await expect(heading(page, "Write a review")).toBeFocused();
  await pressAt(page, page.getByRole("button", { name: "Edit review" }));
  await expect(page.getByRole("radio", { name: "2 stars" })).toBeFocused();
  // On a phone the form is below the picture.
  await page.setViewportSize({ width: 390, height: 844 });
  const picture = await page.locator("li:has(form) img").boundingBox();
  const rating = await page.getByText("Your rating").boundingBox();
  expect(rating?.y).toBeGreaterThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0));
  await page.getByRole("link", { name: "Back to the order" }).click();
  await expect(page).toHaveURL(`/order-detail/${orderId}`);
});
