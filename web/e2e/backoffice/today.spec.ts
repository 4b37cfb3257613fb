import { expect, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { newEmail } from "../shopper";
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

test("an order appears among what waits, and its queue leads to it", async ({ page }) => {
  await signIn(page);
  const product = await page.request.get("/api/products/everyday-mug");
  const { output } = (await product.json()) as { output: { skus: { skuId: number }[] } };
  const placed = await page.request.post("/api/orders", {
    data: {
      skuIds: [output.skus[0]?.skuId ?? 0],
      contact: { email: newEmail(), phone: "2065550173" },
      address: ADDRESS,
      paymentMethod: "cod",
    },
  });
  expect(placed.status(), await placed.text()).toBe(201);

  await page.goto("/backoffice/");
  const queues = page.getByRole("region", { name: "What waits" });
  const toConfirm = queues.getByRole("link", { name: /^To confirm/ });
  await expect(toConfirm).toContainText(/[1-9]/);
  await expect(page.getByRole("region", { name: "Sales" })).toContainText("Revenue");
  await expect(page.getByText("more to collect on delivery")).toBeVisible();
  await expectAccessible(page);

  await toConfirm.click();
  await expect(page).toHaveURL(/\/orders\?view=to-confirm/);
});

test("an operator runs the checks of the shop", async ({ page }) => {
  await signIn(page);
  await page.goto("/backoffice/health");
  await expect(page.getByRole("heading", { name: "Failed jobs" })).toBeVisible();
  await page.getByRole("button", { name: "Run checks" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Checked" })).toBeVisible();
  await expectAccessible(page);
});
