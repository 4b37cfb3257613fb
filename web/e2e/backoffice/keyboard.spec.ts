import { randomInt } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { pressAt, typeAt } from "../keyboard";
import { newEmail } from "../shopper";
import { signIn } from "./operator";

const ADDRESS = {
  ...{ firstName: "Amara", lastName: "Nwosu", line1: "2417 Queen Anne Ave N" },
  ...{ city: "Seattle", state: "WA", postalCode: "98109", country: "US", phone: "2065550173" },
};

/** A guest's order of a mug, paid on delivery, so that it can be confirmed at once. */
async function placeOrder(page: Page, lastName = "Nwosu"): Promise<string> {
  const product = await page.request.get("/api/products/everyday-mug");
  const { output: mug } = (await product.json()) as { output: { skus: { skuId: number }[] } };
  const response = await page.request.post("/api/orders", {
    data: {
      skuIds: [mug.skus[0]?.skuId],
      contact: { email: newEmail(), firstName: "Amara", lastName },
      address: { ...ADDRESS, lastName },
      paymentMethod: "cod",
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  return ((await response.json()) as { output: { orderId: string } }).output.orderId;
}

test("an order is found, confirmed, taken back, packed and shipped by keyboard", async ({
  page,
}) => {
  test.slow();
  const number = await placeOrder(page);
  await signIn(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Search/ }).pressSequentially(number);
  // The order itself is the first entry, not something to do with it.
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/orders/${number}$`));
  const confirm = page.getByRole("button", { name: "Confirm", exact: true });
  const pack = page.getByRole("button", { name: "Pack 1 item", exact: true });
  await pressAt(page, confirm);
  // The button was disabled while the request ran, and still has the focus.
  await expect(pack).toBeFocused();
  await page.keyboard.press("z");
  await expect(confirm).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(pack).toBeFocused();
  await page.keyboard.press("Enter");
  const ship = page.getByRole("button", { name: "Ship 1 item", exact: true }).first();
  await expect(ship).toBeFocused();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("region", { name: "Ship parcel" });
  await expect(panel).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(ship).toBeFocused();
  await page.keyboard.press("Enter");
  await typeAt(page, panel.getByRole("combobox", { name: "Carrier" }), "UPS");
  await typeAt(page, panel.getByLabel("Tracking number"), "1Z999AA10123456784");
  await pressAt(page, panel.getByRole("button", { name: "Ship 1 item" }));
  await expect(page.getByRole("heading", { level: 1, name: /Shipped/ })).toBeVisible();
});

test("one key opens what can be created, from any page", async ({ page }) => {
  await signIn(page);
  await page.goto("/backoffice/reports");
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
  await page.keyboard.press("c");
  await expect(page.getByRole("menuitem", { name: "Draft order" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem")).toHaveCount(0);
  await page.keyboard.press("c");
  await page.getByRole("menuitem", { name: "Incoming delivery" }).press("Enter");
  await expect(page).toHaveURL(/\/stock\/deliveries\/new$/);
});

test("a list by keyboard: range, Escape in order, Back to the same row", async ({ page }) => {
  test.slow();
  const lastName = `Keys${String(randomInt(1_000_000_000))}`;
  for (let order = 0; order < 3; order += 1) await placeOrder(page, lastName);
  await signIn(page);
  // The search text of a new order is written by a job.
  await expect(async () => {
    await page.goto(`/backoffice/orders?q=${lastName}`);
    await expect(page.getByText("3 orders")).toBeVisible({ timeout: 1000 });
  }).toPass();
  const rows = page.getByRole("table").getByRole("link");
  await expect(rows).toHaveCount(3);
  await page.keyboard.press("j");
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  const bar = page.getByRole("region", { name: "Bulk actions" });
  await expect(bar).toContainText("3 orders selected");
  // Escape closes the filters first, then clears the selection, then the search.
  await page.keyboard.press("f");
  const filters = page.getByRole("button", { name: "Delivery method" });
  await expect(filters).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(filters).toBeHidden();
  await expect(bar).toBeVisible();
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();
  const number = /SO-\w{4}-\w{4}/.exec((await rows.nth(2).textContent()) ?? "")?.[0] ?? "";
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: number })).toBeVisible();
  await page.keyboard.press("k");
  await expect(page.getByRole("heading", { level: 1, name: number })).toBeHidden();
  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { level: 1, name: number })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("link", { name: number })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/q=/);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`pages without a journey of their own are accessible, ${colorScheme}`, async ({ page }) => {
    test.slow();
    await signIn(page);
    await page.emulateMedia({ colorScheme });
    for (const path of [
      ...["bulk", "drafts", "drafts/new", "customers/guests", "support/saved-replies"],
      ...["support/held", "health", "team?new", "team/roles", "tokens?new", "webhooks?new"],
      ...["audit", "account", "orders?q=nothing-like-this", "orders/SO-0000-0000", "nowhere"],
    ]) {
      await page.goto(`/backoffice/${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await expectAccessible(page);
    }
  });
}

test("second-level pages are in the rail of a tablet", async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 900 });
  await signIn(page);
  await page.goto("/backoffice/orders");
  const rail = page.getByRole("navigation", { name: "Main" }).first();
  await rail.getByRole("link", { name: "Draft orders" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Draft orders" })).toBeVisible();
  await rail.getByRole("link", { name: "Settings" }).click();
  await rail.getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
});
