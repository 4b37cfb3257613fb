import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { emailTo, linkIn, newEmail } from "../shopper";
import { signIn } from "./operator";

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
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(page.getByText("Draft duplicated")).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete draft" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete draft" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Draft orders" })).toBeVisible();
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
