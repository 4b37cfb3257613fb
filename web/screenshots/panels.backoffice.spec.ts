import { randomInt } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { createOperator } from "../e2e/backoffice/operator.ts";
import { call, furnish, type Items, open, orderIn, picture } from "./backoffice.ts";
import { windowPicture } from "./picture.ts";

/** A picture of the window with what floats above the page. */
async function floating(page: Page, name: string): Promise<void> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await windowPicture(page, `backoffice/${name}`);
}

test.beforeEach(async ({ page }) => {
  await furnish(page);
});

test("back office: selected orders, filters, and a list without a match", async ({ page }) => {
  await open(page, "orders");
  for (const row of [0, 1, 2]) {
    await page
      .getByRole("checkbox", { name: /^Select SO-/ })
      .nth(row)
      .check();
  }
  await floating(page, "orders-bulk");
  await page.getByRole("button", { name: /^Confirm \d of/ }).click();
  await expect(page.getByText("What will happen")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Confirm \d order/ })).toBeEnabled();
  await floating(page, "orders-bulk-preview");
  await open(page, "orders?placed=7d");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page.getByRole("button", { name: "Delivery method" })).toBeVisible();
  await floating(page, "orders-filter");
  await open(page, "orders?q=teapot&placed=7d");
  await expect(page.getByText(/^Nothing matches/)).toBeVisible();
  await picture(page, "orders-no-match");
  await open(page, "bulk");
  await picture(page, "bulk");
});

test("back office: panels of an order", async ({ page }) => {
  const toPack = await orderIn(page, "fulfilment=to_pack&payment=paid");
  await open(page, `orders/${toPack}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await expect(page.getByRole("menuitem", { name: "Packing slip" })).toBeVisible();
  await floating(page, "order-menu");
  await open(page, `orders/${toPack}?panel=edit`);
  await page
    .getByRole("button", { name: /^One fewer/ })
    .first()
    .click();
  await expect(page.getByText("What will happen")).toBeVisible();
  await picture(page, "order-edit");
  await open(page, `orders/${toPack}?panel=cancel`);
  await expect(page.getByText("What will happen")).toBeVisible();
  await picture(page, "order-cancel");
  await open(page, `orders/${toPack}?panel=delivery:address`);
  await expect(page.getByLabel("Postal code")).toBeVisible();
  await picture(page, "order-address");
  const delivered = await orderIn(page, "fulfilment=delivered&payment=paid");
  await open(page, `orders/${delivered}?panel=return`);
  await expect(page.getByText("What will happen")).toBeVisible();
  await picture(page, "order-return");
});

test("back office: a note that mentions somebody", async ({ page }) => {
  await open(page, `orders/${await orderIn(page, "fulfilment=shipped")}`);
  const note = page.getByPlaceholder(/^Write a note/);
  await note.pressSequentially("Please call the customer, @");
  await expect(page.getByRole("option", { name: "Lena Hoff" })).toBeVisible();
  await floating(page, "order-note");
});

test("back office: a draft order", async ({ page }) => {
  const { items } = await call<Items<{ id: number }>>(page, "drafts?limit=1");
  await open(page, `drafts/${items[0]?.id ?? ""}`);
  await expect(page.getByLabel(/^Quantity of/)).toBeVisible();
  await picture(page, "draft");
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByRole("button", { name: /^Send payment link for/ })).toBeVisible();
  await picture(page, "draft-place");
});

test("back office: wallet, merge and erasure of a customer", async ({ page }) => {
  const { items } = await call<Items<{ id: number }>>(page, "customers?limit=2&sort=-spent");
  const path = `customers/${items[0]?.id ?? ""}`;
  await open(page, `${path}?panel=wallet`);
  await page.getByLabel("Amount").fill("12.50");
  await page.getByLabel("Reason").fill("The parcel came a week late");
  await expect(page.getByText("Balance after")).toBeVisible();
  await picture(page, "customer-wallet");
  await open(page, `${path}?panel=merge`);
  await page.getByLabel("Account that ends").fill("example.com");
  await page
    .getByRole("dialog")
    .or(page.getByRole("region", { name: "Merge accounts" }))
    .getByRole("button", { name: /@example\.com/ })
    .first()
    .click();
  await expect(page.getByText(/still signs in, to this account/)).toBeVisible();
  await picture(page, "customer-merge");
  await open(page, `${path}?panel=erase`);
  await expect(page.getByText("Will be deleted")).toBeVisible();
  await picture(page, "customer-erase");
});

test("back office: a question and a review", async ({ page }) => {
  await open(page, "support?view=questions");
  await page.locator('main a[href*="/support/question/"]').first().click();
  await expect(page.getByLabel("Answer in public")).toBeVisible();
  await picture(page, "question");
  await open(page, "support?view=reviews");
  await page.locator('main a[href*="/support/review/"]').first().click();
  await expect(page.getByRole("button", { name: "Publish" })).toBeVisible();
  await picture(page, "review");
});

test("back office: what can be created, keys, and a command", async ({ page, isMobile }) => {
  await open(page, "customers");
  await page.getByRole("button", { name: /^Create/ }).click();
  await expect(page.getByRole("menuitem", { name: "Draft order" })).toBeVisible();
  await floating(page, "create");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  const delivered = await orderIn(page, "fulfilment=delivered&payment=paid");
  await page.getByRole("combobox", { name: /^Search/ }).fill(`refund ${delivered}`);
  await expect(page.getByRole("option", { name: /^Refund/ })).toBeVisible();
  await windowPicture(page, "backoffice/search-command");
  if (isMobile) return;
  await open(page, "orders");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await floating(page, "keys");
});

test("back office: invitations, roles and pages that one may not see", async ({
  page,
  browser,
  baseURL,
}, { project }) => {
  await open(page, "team?new");
  await page.getByLabel("Email").fill("noor.haddad@example.com");
  await page.getByLabel("Name", { exact: true }).fill("Noor Haddad");
  await picture(page, "team-invite");
  await open(page, "team/roles");
  await page.getByRole("button", { name: "New role" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Parcel desk");
  await picture(page, "role-new");
  const invited = await browser.newPage({ ...project.use, ...(baseURL ? { baseURL } : {}) });
  const address = `noor.haddad.${randomInt(1000)}@example.com`;
  await invited.goto(createOperator(address, "orders", "Noor Haddad"));
  await expect(invited.getByLabel("Code", { exact: true })).toBeVisible();
  await picture(invited, "invitation");
  await invited.close();
});

test("back office: a delivery of a webhook, and a new webhook", async ({ page }) => {
  const { items } = await call<Items<{ id: number }>>(page, "webhooks");
  await open(page, `webhooks/${items[0]?.id ?? ""}`);
  await page.locator('main a[href*="/deliveries/"]').first().click();
  await expect(page.getByText("Message", { exact: true })).toBeVisible();
  await picture(page, "webhook-delivery");
  await open(page, "webhooks?new");
  await page.getByLabel("URL").fill("https://parcels.example.com/hooks/stallage");
  await picture(page, "webhook-new");
});
