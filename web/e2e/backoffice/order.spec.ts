import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { emailTo, newEmail } from "../shopper";
import { signIn } from "./operator";

interface Placed {
  orderId: string;
  key: string;
  email: string;
}

const ADDRESS = {
  firstName: "Margaret",
  lastName: "Oyelaran",
  line1: "2417 Queen Anne Ave N",
  city: "Seattle",
  state: "WA",
  postalCode: "98109",
  country: "US",
  phone: "2065550173",
};

async function skuOf(page: Page, slug: string): Promise<number> {
  const product = await page.request.get(`/api/products/${slug}`);
  const body = (await product.json()) as { output: { skus: { skuId: number }[] } };
  return body.output.skus[0]?.skuId ?? 0;
}

/** A guest's order of two mugs and a bowl, paid on delivery. */
async function placedOrder(page: Page, fields: object = {}): Promise<Placed> {
  const [mug, bowl] = [await skuOf(page, "everyday-mug"), await skuOf(page, "everyday-bowl")];
  const email = newEmail();
  const response = await page.request.post("/api/orders", {
    data: {
      skuIds: [mug, mug, bowl],
      contact: { email, firstName: "Margaret", lastName: "Oyelaran", phone: "2065550173" },
      address: ADDRESS,
      paymentMethod: "cod",
      ...fields,
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { output } = (await response.json()) as { output: Placed };
  return { ...output, email };
}

/** The shopper's page follows within two seconds. */
async function shopperSees(page: Page, { orderId, key }: Placed, text: string | RegExp) {
  const shopper = await page.context().newPage();
  await expect(async () => {
    await shopper.goto(`/order-detail/${orderId}?key=${key}`);
    await expect(shopper.getByText(text).first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 10_000 });
  await shopper.close();
}

async function shipParcel(page: Page, tracking: string, mugs?: number): Promise<void> {
  await page.getByRole("button", { name: /^Ship \d/ }).click();
  const panel = page.getByRole("region", { name: "Ship parcel" });
  if (mugs !== undefined) {
    await panel.getByLabel("Units of Everyday mug").fill(String(mugs));
    await panel.getByLabel("Units of Everyday bowl").fill("0");
  }
  await panel.getByRole("combobox", { name: "Carrier" }).fill("UPS");
  await panel.getByLabel("Tracking number").fill(tracking);
  await expect(panel.getByText(/^Email to .*@/)).toBeVisible();
  await panel.getByRole("button", { name: "Preview" }).click();
  const email = panel.frameLocator("iframe");
  await expect(email.getByText(tracking)).toBeVisible();
  await panel.getByRole("button", { name: /^Ship \d/ }).click();
  await expect(panel).toBeHidden();
}

test("an order is confirmed, packed, shipped in two parcels and delivered", async ({ page }) => {
  const placed = await placedOrder(page);
  await signIn(page);
  await page.goto(`/backoffice/orders/${placed.orderId}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(placed.orderId);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText("Order confirmed.")).toBeVisible();
  // Taken back at once, and done again.
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.getByRole("button", { name: "Pack 3 items" }).click();
  await expect(page.getByRole("button", { name: "Ship 3 items" })).toBeVisible();

  await shipParcel(page, "1Z999AA10123456784", 1);
  await expect(page.getByText("Partly shipped").first()).toBeVisible();
  await shopperSees(page, placed, "1Z999AA10123456784");
  const first = await emailTo(placed.email, (email) => email.text.includes("1Z999AA10123456784"));
  expect(first.text).toMatch(/1 [x×] Everyday mug/);

  await shipParcel(page, "1Z999AA10123456785");
  await emailTo(placed.email, (email) => email.text.includes("1Z999AA10123456785"));
  await expectAccessible(page);

  await page.getByRole("main").getByRole("button", { name: "Mark delivered" }).first().click();
  const panel = page.getByRole("region", { name: "Mark delivered" });
  await expect(panel.getByText("Counts as received on delivery")).toBeVisible();
  await panel.getByRole("button", { name: "Mark delivered" }).click();
  await expect(page.getByText("Delivered").first()).toBeVisible();
  await shopperSees(page, placed, /Delivered/);
  await emailTo(placed.email, (email) => email.text.includes("has been delivered"));
});

test("notes and hostile texts of a shopper are shown as text", async ({ page }) => {
  const hostile = '<img src=x onerror="window.hacked=1"> #let x';
  const placed = await placedOrder(page, { deliveryNote: hostile, giftMessage: hostile });
  await signIn(page);
  await page.goto(`/backoffice/orders/${placed.orderId}`);
  await expect(page.getByText(hostile).first()).toBeVisible();
  await page.getByLabel("Note for your team").fill(`${hostile} noted`);
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText(`${hostile} noted`)).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText(`${hostile} noted`)).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(`${hostile} noted`)).toBeVisible();
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  const slip = await page.request.get(
    `/api/admin/v1/order-documents/packing-slips?orders=${placed.orderId}`,
  );
  expect(slip.headers()["content-type"]).toBe("application/pdf");
});

test("a colleague's change is shown before mine is saved", async ({ page }) => {
  const placed = await placedOrder(page);
  await signIn(page);
  await page.goto(`/backoffice/orders/${placed.orderId}?panel=delivery:address`);
  const panel = page.getByRole("region", { name: "Edit delivery" });
  await panel.getByLabel("Note for the courier").fill("Ring twice");
  const other = await page.context().newPage();
  await other.goto(`/backoffice/orders/${placed.orderId}?panel=delivery:address`);
  const theirs = other.getByRole("region", { name: "Edit delivery" });
  await theirs.getByLabel("Address", { exact: true }).fill("9 Kiln Lane");
  await theirs.getByRole("button", { name: "Save changes" }).click();
  await expect(theirs).toBeHidden();
  await other.close();
  await panel.getByRole("button", { name: "Save changes" }).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByRole("radio", { name: "Note for the courier, Your change: Ring twice" })
    .check();
  await dialog.getByRole("button", { name: "Continue editing" }).click();
  await panel.getByRole("button", { name: "Save changes" }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByText("9 Kiln Lane").first()).toBeVisible();
  await expect(page.getByText("Ring twice").first()).toBeVisible();
});

test("an order is handled on a phone without scrolling sideways @phone", async ({ page }) => {
  const placed = await placedOrder(page);
  await signIn(page);
  await page.goto(`/backoffice/orders/${placed.orderId}`);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.getByRole("button", { name: "Pack 3 items" }).click();
  await page.getByRole("button", { name: "Ship 3 items" }).click();
  const sheet = page.getByRole("dialog", { name: "Ship parcel" });
  await expect(sheet.getByLabel("Tracking number")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
