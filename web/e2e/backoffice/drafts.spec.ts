import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { advanceOrder, emailTo, linkIn, newEmail } from "../shopper";
import { signIn, stallage } from "./operator";

const ADDRESS = {
  "First name": "Margaret",
  "Last name": "Oyelaran",
  Street: "2417 Queen Anne Ave N",
  City: "Seattle",
  State: "WA",
  "Postal code": "98109",
  Country: "us",
  Phone: "2065550173",
};

/** Fills in a draft of two mugs for a guest, from the menu of the top bar. */
async function fillDraft(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: /^Create/ }).click();
  await page.getByRole("menuitem", { name: "Draft order" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^New draft order/ })).toBeVisible();
  const items = page.getByRole("region", { name: "Items" });
  await items.getByLabel("Add item").fill("everyday mug");
  await expect(items.getByRole("list", { name: "Matches" })).toBeVisible();
  await items.getByLabel("Add item").press("Enter");
  await items.getByLabel(/^Quantity of/).fill("2");
  const customer = page.getByRole("region", { name: "Customer" });
  await customer.getByLabel("Email").fill(email);
  const address = page.getByRole("region", { name: "Delivery address" });
  for (const [label, text] of Object.entries(ADDRESS)) {
    await address.getByLabel(label, { exact: true }).fill(text);
  }
  const terms = page.getByRole("region", { name: "Delivery and price" });
  await terms.getByLabel(/^Discount in/).fill("5");
  await terms.getByLabel(/^Reason/).fill("For the wait");
  await terms.getByLabel("Note for the team").fill("Called twice.");
}

test("a draft is sent as a payment link and paid by the shopper", async ({ page, browser }) => {
  const email = newEmail();
  await signIn(page);
  await fillDraft(page, email);
  const totals = page.getByRole("region", { name: "Totals" });
  await expect(totals.getByText("For the wait")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page).toHaveURL(/\/drafts\/\d+$/);
  const draft = page.url();

  await page.getByRole("button", { name: "Place order" }).click();
  const panel = page.getByRole("region", { name: "Place order" });
  await expect(panel.getByText(/^Stock of .*: \d+ → \d+$/)).toBeVisible();
  await expect(panel.getByText(`Message to ${email}.`)).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole("button", { name: /^Send payment link for \$/ }).click();
  await expect(page.getByText("Waits for payment")).toBeVisible();
  const shown = await page.getByRole("button", { name: /^Copy .*order-detail/ }).textContent();

  const sent = await emailTo(email, ({ text }) => text.includes("Pay now"));
  const link = linkIn(sent.text, /order-detail/);
  expect(shown).toContain(link);
  const context = await browser.newContext();
  const shopper = await context.newPage();
  await shopper.goto(link);
  await shopper.getByRole("button", { name: "Pay now" }).first().click();
  await shopper.waitForURL(/\/payments\/sandbox\//);
  await shopper.getByRole("button", { name: /^Pay/ }).first().click();
  await shopper.waitForURL(/\/order-detail\//);
  await context.close();

  // The page follows the order.
  await page.goto(draft);
  await expect(page.getByText("Paid", { exact: true })).toBeVisible({ timeout: 45_000 });
  await page.getByRole("link", { name: "Open order" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^SO-/ })).toBeVisible();
  await expect(page.getByText("Taken by telephone")).toBeVisible();
  await page.getByRole("link", { name: /^Draft \d/ }).click();
  const heading = page.getByRole("heading", { level: 1, name: /^Draft \d/ });
  const original = (await heading.textContent()) ?? "";
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(page.getByText("Draft duplicated")).toBeVisible();
  // The menu is that of the page, and closes when the copy takes its place.
  await expect(heading).not.toHaveText(original);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete draft" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete draft" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Draft orders" })).toBeVisible();
});

test("an order paid at the card terminal is shipped, and paid back outside", async ({ page }) => {
  test.slow();
  const email = newEmail();
  await signIn(page);
  await fillDraft(page, email);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page).toHaveURL(/\/drafts\/\d+$/);
  await page.getByRole("button", { name: "Place order" }).click();
  const placing = page.getByRole("region", { name: "Place order" });
  await placing.getByRole("radio", { name: "Paid outside" }).check();
  await placing.getByRole("radio", { name: "Card terminal" }).check();
  await placing.getByLabel("Reference").fill("T-17");
  await expect(placing.getByText(`Message to ${email}.`)).toBeVisible();
  await expectAccessible(page);
  await placing.getByRole("button", { name: /^Place order, \$.* paid$/ }).click();
  await page.getByRole("link", { name: "Open order" }).click();
  const heading = page.getByRole("heading", { level: 1, name: /^SO-/ });
  await expect(heading).toBeVisible();
  const orderId = (await heading.textContent())?.match(/SO-\w{4}-\w{4}/)?.[0] ?? "";
  const payment = page.getByRole("region", { name: "Payment" });
  await expect(payment.getByText("Paid outside: Card terminal, reference T-17")).toBeVisible();
  const confirmed = await emailTo(email, ({ text }) => text.includes(orderId));
  expect(confirmed.text).not.toContain("Pay now");

  await advanceOrder(orderId, "shipped");
  await page.goto(`/backoffice/orders/${orderId}?panel=refund`);
  const refund = page.getByRole("region", { name: "Refund", exact: true });
  await refund
    .getByRole("button", { name: /^One more/ })
    .first()
    .click();
  await refund.getByRole("button", { name: /^Refund \$/ }).click();
  await expect(payment.getByText("To pay back")).toBeVisible();
  await payment.getByRole("button", { name: "Record as paid back" }).click();
  const back = page.getByRole("region", { name: "Record as paid back" });
  await expect(back.getByRole("radio", { name: "Card terminal" })).toBeChecked();
  await back.getByLabel("Reference").fill("T-18");
  await expectAccessible(page);
  await back.getByRole("button", { name: /^Record \$.* as paid back$/ }).click();
  await expect(payment.getByText("Paid back outside: Card terminal, reference T-18")).toBeVisible();
  await expect(page.getByText("Partly refunded").first()).toBeVisible();
  // Exits with an error if the ledger does not add up.
  stallage("doctor", "--ledger");
});

test("two operators who edit the same draft see both versions", async ({ page, browser }) => {
  await signIn(page);
  await fillDraft(page, newEmail());
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page).toHaveURL(/\/drafts\/\d+$/);
  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other);
  await other.goto(page.url());
  await other.getByLabel("Note for the team").fill("Theirs.");
  await other.getByRole("button", { name: /^Save/ }).click();
  await expect(other.getByText("Draft saved")).toBeVisible();
  await context.close();

  await page.getByLabel("Promo code").fill("WELCOME10");
  await page.getByRole("button", { name: /^Save/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/Theirs\./).first()).toBeVisible();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Note for the team")).toHaveValue("Theirs.");
});
