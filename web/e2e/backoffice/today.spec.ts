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

test("an operator checks the shop, its ledger and its space", async ({ page }) => {
  await signIn(page);
  await page.goto("/backoffice/health");
  await expect(page.getByRole("heading", { name: "Failed jobs" })).toBeVisible();
  const checks = page.getByRole("region", { name: "Checks" });
  await checks.getByRole("button", { name: "Check again: the shop" }).click();
  await expect(checks.getByText(/No problems found|problems? found/)).toBeVisible();
  await expect(checks.getByText(/\d+ checks passed/)).toBeVisible();
  await checks.getByText(/\d+ checks passed/).click();
  await expect(checks.getByText(/^PostgreSQL \d/)).toBeVisible();

  const ledger = page.getByRole("region", { name: "Stock and money" });
  await ledger.getByRole("button", { name: "Check again: stock and money" }).click();
  await expect(ledger.getByText("No problems found.")).toBeVisible();

  const disk = page.getByRole("region", { name: "Disk" });
  await disk.getByRole("button", { name: "Check again: space" }).click();
  await expect(disk.getByText("Free for data")).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expectAccessible(page);
});
