import { expect, type Page, test } from "@playwright/test";
import { advanceOrder, linkIn } from "../shopper";
import { signIn } from "./operator";

interface Placed {
  orderId: string;
  key: string;
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

/** A guest's order of two mugs and a bowl, paid online. */
async function paidOrder(page: Page): Promise<Placed> {
  const skus: number[] = [];
  for (const slug of ["everyday-mug", "everyday-bowl"]) {
    const product = await page.request.get(`/api/products/${slug}`);
    const body = (await product.json()) as { output: { skus: { skuId: number }[] } };
    skus.push(body.output.skus[0]?.skuId ?? 0);
  }
  const [mug = 0, bowl = 0] = skus;
  const response = await page.request.post("/api/orders", {
    data: {
      skuIds: [mug, mug, bowl],
      contact: { email: "margaret@example.com", firstName: "Margaret", lastName: "Oyelaran" },
      address: ADDRESS,
      paymentMethod: "prepaid",
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { output } = (await response.json()) as {
    output: Placed & { payment: { redirectUrl: string } };
  };
  const paid = await page.request.post(linkIn(output.payment.redirectUrl, /payments/), {
    form: { choice: "pay" },
  });
  expect(paid.ok()).toBe(true);
  return output;
}

/** What the shopper's page says about the order. */
async function shopperSees(page: Page, { orderId, key }: Placed, text: string | RegExp) {
  const shopper = await page.context().newPage();
  await shopper.goto(`/order-detail/${orderId}?key=${key}`);
  await expect(shopper.getByText(text).first()).toBeVisible();
  await shopper.close();
}

test("an item is refunded as previewed, and the shopper sees it", async ({ page }) => {
  test.slow();
  const placed = await paidOrder(page);
  await advanceOrder(placed.orderId, "delivered");
  await signIn(page);
  await page.goto(`/backoffice/orders/${placed.orderId}?panel=refund`);
  const panel = page.getByRole("region", { name: "Refund", exact: true });
  await expect(panel.getByRole("button", { name: /^One more/ }).first()).toBeVisible();
  // By keyboard alone: the quantity, then restock.
  await panel.getByRole("spinbutton").first().focus();
  await page.keyboard.press("ArrowUp");
  await panel.getByRole("checkbox", { name: /^Restock/ }).focus();
  await page.keyboard.press("Space");
  const happens = panel.getByRole("region", { name: "What will happen" });
  await expect(panel.getByText(/ → \d+ available/)).toBeVisible();
  await expect(panel.getByText(/^Credit note CN-/)).toBeVisible();
  await panel.getByRole("button", { name: "Preview" }).click();
  const email = page.getByRole("dialog", { name: "Email to the customer" });
  await expect(email.getByText("Your refund")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(email).toBeHidden();
  await panel.getByRole("button", { name: /^Refund \$/ }).click();
  await expect(page.getByText(/ refunded$/).first()).toBeVisible();
  await expect(happens).toBeHidden();
  const refunds = page.getByRole("region", { name: "Refunds" });
  await expect(refunds.getByText("Refunded", { exact: true })).toBeVisible();
  await shopperSees(page, placed, "Partly refunded");
  await shopperSees(page, placed, /^Refunded: 1 × /);
});

test("goodwill waits for somebody who may pay it", async ({ page }) => {
  const placed = await paidOrder(page);
  await signIn(page);
  await page.goto(`/backoffice/orders/${placed.orderId}?panel=refund`);
  const panel = page.getByRole("region", { name: "Refund", exact: true });
  await panel.getByText("By amount").click();
  await panel.getByRole("textbox", { name: "Amount" }).fill("99999");
  await expect(panel.getByText("This is more than can still be refunded.")).toBeVisible();
  await panel.getByRole("textbox", { name: "Amount" }).fill("5");
  await panel.getByRole("button", { name: "Refund $5.00" }).click();
  await expect(page.getByText("$5.00 refunded").first()).toBeVisible();
});

test("items that are not shipped are cancelled as previewed @phone", async ({ page }) => {
  const placed = await paidOrder(page);
  await signIn(page);
  await page.goto(`/backoffice/orders/${placed.orderId}?panel=cancel`);
  const sheet = page.getByRole("dialog", { name: "Cancel items" });
  await expect(sheet.getByRole("button", { name: "Cancel order" })).toBeEnabled();
  await sheet.getByText("Some items").click();
  await sheet
    .getByRole("button", { name: /^One more/ })
    .first()
    .click();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  await sheet.getByRole("button", { name: "Cancel 1 item" }).click();
  await expect(sheet).toBeHidden();
  await shopperSees(page, placed, /^Cancelled: 1 × /);
});
