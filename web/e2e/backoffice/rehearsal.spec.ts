import { expect, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { placedOrder } from "./guestOrder";
import { signIn } from "./operator";

test("a payment is tried, and every case is rehearsed", async ({ page }) => {
  test.slow();
  await signIn(page);
  await page.goto("/backoffice/settings/payments");
  await page.getByRole("button", { name: "Try a payment" }).click();
  await expect(page.getByText("Nothing was charged.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open rehearsals" }).click();
  await page.getByRole("button", { name: "Rehearse" }).click();
  await expect(page.getByText("All 15 cases passed")).toBeVisible({ timeout: 60_000 });
  await page.getByText("A dispute is won", { exact: true }).click();
  const won = page.getByRole("listitem").filter({ hasText: "A dispute is won" }).first();
  await expect(won.getByRole("row", { name: "Dispute won won" })).toBeVisible();
  await expect(won.getByText(/ TEST$/)).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^payment-rehearsal-\d+\.csv$/);
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByRole("heading", { name: "Reports" })).toBeVisible();
  await expect(page.getByText("All 15 cases passed").first()).toBeVisible();
});

test("an order that is paid in test mode is marked", async ({ page }) => {
  await signIn(page);
  const number = await placedOrder(page, "prepaid");
  await page.goto("/backoffice/orders?view=test");
  const row = page.getByRole("row").filter({ hasText: number });
  await expect(row.getByText("TEST", { exact: true })).toBeVisible();
  await page.goto(`/backoffice/orders/${number}`);
  await expect(
    page.getByRole("heading", { level: 1 }).getByText("TEST", { exact: true }),
  ).toBeVisible();
  await expect(
    page.getByRole("banner").getByText("Test data", { exact: true }).last(),
  ).toBeVisible();
});
