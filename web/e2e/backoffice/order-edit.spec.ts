import { expect, type Page, test } from "@playwright/test";
import { linkIn } from "../shopper";
import { signIn } from "./operator";

interface Placed {
  orderId: string;
  key: string;
}

const ADDRESS = {
  ...{ firstName: "Margaret", lastName: "Oyelaran", line1: "2417 Queen Anne Ave N" },
  ...{ city: "Seattle", state: "WA", postalCode: "98109", country: "US", phone: "2065550173" },
};

/** A guest's order of two mugs and a bowl. */
async function placedOrder(page: Page, paymentMethod: "cod" | "prepaid"): Promise<Placed> {
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
      paymentMethod,
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { output } = (await response.json()) as {
    output: Placed & { payment: { redirectUrl: string | null } };
  };
  if (output.payment.redirectUrl !== null && paymentMethod === "prepaid") {
    const paid = await page.request.post(linkIn(output.payment.redirectUrl, /payments/), {
      form: { choice: "pay" },
    });
    expect(paid.ok()).toBe(true);
  }
  return output;
}

async function openPanel(page: Page, { orderId }: Placed) {
  await page.goto(`/backoffice/orders/${orderId}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Edit order" }).click();
  return page.getByRole("region", { name: "Edit order", exact: true });
}

test("an order is edited by keyboard as previewed, and the shopper sees it", async ({ page }) => {
  test.slow();
  const placed = await placedOrder(page, "cod");
  await signIn(page);
  const panel = await openPanel(page, placed);
  await panel.getByRole("spinbutton", { name: /mug/ }).focus();
  await page.keyboard.press("ArrowDown");
  await panel.getByLabel("Add an item").fill("serving bowl");
  await expect(panel.getByRole("button", { name: /^Add .*bowl/i }).first()).toBeVisible();
  await panel.getByLabel("Add an item").press("Enter");
  await expect(panel.getByText(/today’s price/)).toBeVisible();
  await panel.getByLabel("Amount").fill("2.50");
  await panel.getByLabel("Reason").fill("Thank you for waiting");
  await expect(panel.getByText("−$2.50")).toBeVisible();
  await expect(panel.getByText(/ → \d+ available/).first()).toBeVisible();
  // The email is shown as it will be sent.
  await panel.getByRole("button", { name: "Preview" }).click();
  const email = page.getByRole("dialog", { name: "Email to the customer" });
  await expect(email.getByText(/We have changed your order/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(email).toBeHidden();
  const save = panel.getByRole("button", { name: /^Save/ });
  await expect(save).toBeEnabled();
  await save.press("Enter");
  await expect(page.getByText("Order edited").first()).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(page.getByText(/Edited: removed 1 × /)).toBeVisible();
  const shopper = await page.context().newPage();
  await shopper.goto(`/order-detail/${placed.orderId}?key=${placed.key}`);
  await expect(shopper.getByText("Thank you for waiting").first()).toBeVisible();
});

test("a paid order gives back what is removed, on a phone as well", async ({ page }) => {
  test.slow();
  const placed = await placedOrder(page, "prepaid");
  await signIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/backoffice/orders/${placed.orderId}?panel=edit`);
  const sheet = page.getByRole("dialog", { name: "Edit order" });
  await sheet.getByRole("button", { name: /^Remove .*bowl/i }).click();
  await sheet.getByRole("button", { name: /^Save and give back \$/ }).click();
  await expect(page.getByText("Order edited").first()).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

test("the shopper pays for an item that is added to a paid order, then it is packed", async ({
  page,
}) => {
  test.slow();
  const placed = await placedOrder(page, "prepaid");
  await signIn(page);
  await page.goto(`/backoffice/orders/${placed.orderId}`);
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
  const panel = await openPanel(page, placed);
  await panel.getByLabel("Add an item").fill("serving bowl");
  await expect(panel.getByRole("button", { name: /^Add .*bowl/i }).first()).toBeVisible();
  await panel.getByLabel("Add an item").press("Enter");
  await expect(panel.getByText(/The customer can pay until/)).toBeVisible();
  await panel.getByRole("button", { name: "Preview" }).click();
  const email = page.getByRole("dialog", { name: "Email to the customer" });
  await expect(email.getByText(/Please pay for the added items/)).toBeVisible();
  await page.keyboard.press("Escape");
  await panel.getByRole("button", { name: /^Save and ask for \$/ }).click();
  await expect(page.getByText("Order edited").first()).toBeVisible();
  await expect(page.getByText(/^\$[\d.]+ to pay$/).first()).toBeVisible();
  await page.getByRole("button", { name: "Confirm" }).click();
  const pack = page.getByRole("button", { name: /^Pack/ });
  await expect(pack).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByText(/^Waits until \$[\d.]+ is paid/)).toBeVisible();
  // The shopper follows the link in the email.
  const shopper = await page.context().newPage();
  await shopper.goto(`/order-detail/${placed.orderId}?key=${placed.key}`);
  await expect(shopper.getByText(/^To pay: \$/)).toBeVisible();
  await shopper.getByRole("button", { name: "Pay now" }).click();
  await shopper.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(shopper.getByText(/^To pay: \$/)).toBeHidden({ timeout: 20_000 });
  await expect(shopper.getByText("Added items paid")).toBeVisible();
  await page.reload();
  await expect(page.getByText(/to pay$/)).toHaveCount(0);
  await page.getByRole("button", { name: /^Pack/ }).click();
  await expect(page.getByText("To ship").first()).toBeVisible();
});
