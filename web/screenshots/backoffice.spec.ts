import { expect, test } from "@playwright/test";
import { signIn } from "../e2e/backoffice/operator.ts";
import { call, furnish, type Items, open, orderIn, picture, show } from "./backoffice.ts";
import { windowPicture } from "./picture.ts";

test.beforeEach(async ({ page }) => {
  await furnish(page);
});

for (const [name, path] of [
  ["today", ""],
  ["orders", "orders"],
  ["returns", "returns"],
  ["drafts", "drafts"],
  ["customers", "customers"],
  ["guests", "customers/guests"],
  ["support", "support"],
  ["saved-replies", "support/saved-replies"],
  ["webhooks", "webhooks"],
  ["team", "team"],
  ["roles", "team/roles"],
  ["tokens", "tokens"],
  ["account", "account"],
  ["audit", "audit"],
  ["health", "health"],
] as const) {
  test(`back office: ${name}`, async ({ page }) => {
    await show(page, name, path);
  });
}

test("back office: an order, its parcel, refund and cancellation", async ({ page }) => {
  const shipped = await orderIn(page, "fulfilment=shipped");
  await show(page, "order", `orders/${shipped}`);
  const packed = await orderIn(page, "fulfilment=to_ship");
  await open(page, `orders/${packed}?panel=ship`);
  await page.getByRole("combobox", { name: "Carrier" }).fill("UPS");
  await page.getByLabel("Tracking number").fill("1Z999AA10123456784");
  await page.keyboard.press("Tab");
  await expect(page.getByText(/^Email to .*@/)).toBeVisible();
  await picture(page, "order-ship");
  const delivered = await orderIn(page, "fulfilment=delivered&payment=paid");
  await open(page, `orders/${delivered}?panel=refund`);
  await page
    .getByRole("button", { name: /^One more/ })
    .first()
    .click();
  await expect(page.getByText(/^Credit note CN-/)).toBeVisible();
  await picture(page, "order-refund");
});

test("back office: a return, a customer, a ticket", async ({ page }) => {
  const returns = await call<Items<{ returnId: string }>>(page, "returns?limit=5");
  await show(page, "return", `returns/${returns.items[0]?.returnId ?? ""}`);
  const customers = await call<Items<{ id: number }>>(page, "customers?limit=1&sort=-spent");
  await show(page, "customer", `customers/${customers.items[0]?.id ?? ""}`);
  await open(page, "support");
  await page.locator('main a[href*="/support/ST-"]').first().click();
  await expect(page.getByRole("textbox", { name: /^Reply to/ })).toBeVisible();
  await picture(page, "ticket");
});

test("back office: deliveries of a webhook, an entry of the audit log", async ({ page }) => {
  const { items } = await call<Items<{ id: number }>>(page, "webhooks");
  await open(page, `webhooks/${items[0]?.id ?? ""}`);
  await expect(page.getByRole("main").getByRole("link").last()).toBeVisible();
  await picture(page, "webhook");
  const entries = await call<Items<{ id: string }>>(page, "audit?limit=1&q=token");
  await show(page, "audit-entry", `audit/${entries.items[0]?.id ?? ""}`);
});

test("back office: search and a new token", async ({ page }) => {
  await open(page, "");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Search/ }).fill("mar");
  await expect(page.getByRole("option").nth(2)).toBeVisible();
  await windowPicture(page, "backoffice/search");
  await open(page, "tokens");
  await page.getByRole("button", { name: "New token" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Parcel desk");
  await page.getByLabel("See orders, their documents and their timeline").check();
  await picture(page, "token-new");
});

test("back office: sign-in", async ({ browser, baseURL }, { project }) => {
  const page = await browser.newPage({ ...project.use, ...(baseURL ? { baseURL } : {}) });
  await show(page, "sign-in", "sign-in");
  await page.close();
});

test("back office: in the dark theme @wide", async ({ page }) => {
  await signIn(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await show(page, "today-dark", "");
  await show(page, "orders-dark", "orders");
  await show(page, "order-dark", `orders/${await orderIn(page, "fulfilment=shipped")}`);
});
