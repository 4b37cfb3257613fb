import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { advanceOrder, linkIn } from "../shopper";
import { signIn } from "./operator";

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

interface Placed {
  orderId: string;
  key: string;
}

/** A guest's delivered order of two mugs, paid online. */
async function deliveredOrder(page: Page): Promise<Placed> {
  const product = await page.request.get("/api/products/everyday-mug");
  const { output: mug } = (await product.json()) as { output: { skus: { skuId: number }[] } };
  const sku = mug.skus[0]?.skuId ?? 0;
  const response = await page.request.post("/api/orders", {
    data: {
      skuIds: [sku, sku],
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
  // The provider's webhook arrives a moment later.
  await expect(async () => {
    const order = await page.request.get(`/api/orders/${output.orderId}`, {
      params: { key: output.key },
    });
    const { output: seen } = (await order.json()) as { output: { paymentStatus: number } };
    expect(seen.paymentStatus).toBe(1);
  }).toPass();
  await advanceOrder(output.orderId, "delivered");
  return output;
}

test("a return is started, inspected and refunded as previewed", async ({ page }) => {
  const placed = await deliveredOrder(page);
  await signIn(page);
  await page.goto(`/backoffice/orders/${placed.orderId}?panel=return`);
  const start = page.getByRole("region", { name: "Start return" });
  await start.getByRole("button", { name: /^One more/ }).click();
  await start.getByLabel("In the customer’s words").fill("<b>Too small</b>");
  await expectAccessible(page);
  await start.getByRole("button", { name: "Start return of 1 unit" }).click();
  await expect(page.getByRole("heading", { name: /^RT-/ })).toBeVisible();
  await expect(page.getByText("<b>Too small</b>")).toBeVisible();
  await page.getByRole("button", { name: "Mark received" }).click();
  await page.getByRole("button", { name: "Inspect items" }).click();
  const inspect = page.getByRole("region", { name: "Inspect items" });
  await expect(inspect.getByText(/1 unit of .* goes back into stock/)).toBeVisible();
  await inspect.getByRole("checkbox").uncheck();
  await expect(inspect.getByText("Stock stays as it is")).toBeVisible();
  await expectAccessible(page);
  await inspect.getByRole("button", { name: "Accept 1 unit" }).click();
  await page.getByRole("button", { name: "Complete return" }).click();
  const complete = page.getByRole("region", { name: "Complete return" });
  await expect(complete.getByText(/^\$\S+ to the original payment/)).toBeVisible();
  await complete.getByRole("button", { name: /^Refund \$/ }).click();
  await expect(page.getByText("Return refunded.")).toBeVisible();
  await expect(page.getByText("Completed").first()).toBeVisible();
  // The shopper's page follows.
  const shopper = await page.context().newPage();
  await shopper.goto(`/order-detail/${placed.orderId}?key=${placed.key}`);
  await expect(shopper.getByText("Return completed").first()).toBeVisible();
});

test("a return that a shopper requested is refused with a reason @phone", async ({ page }) => {
  const placed = await deliveredOrder(page);
  const path = `/api/orders/${placed.orderId}`;
  const key = { key: placed.key };
  const order = await page.request.get(path, { params: key });
  const { output } = (await order.json()) as { output: { lines: { lineId: number }[] } };
  const requested = await page.request.post(`${path}/return`, {
    params: key,
    data: { lines: [{ lineId: output.lines[0]?.lineId ?? 0, quantity: 1 }], reason: "Too loud" },
  });
  expect(requested.status(), await requested.text()).toBe(201);
  await signIn(page);
  await page.goto("/backoffice/returns");
  await page.waitForLoadState("networkidle");
  await page.getByRole("searchbox").fill(placed.orderId);
  await page.locator('a[href*="/returns/RT-"]').first().click();
  await expect(page.getByText("Too loud")).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Refuse", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Refuse return" });
  await sheet.getByLabel("Reason").fill("It was used.");
  await sheet.getByRole("button", { name: "Refuse return" }).click();
  await expect(page.getByText("Refused").first()).toBeVisible();
});
