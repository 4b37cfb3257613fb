import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { emailTo } from "../shopper";
import { placedOrder } from "./guestOrder";
import { signIn } from "./operator";

/** The figures of the last row, without the period before. */
async function totals(page: Page): Promise<string[]> {
  const cells = page.getByRole("table").locator("tfoot td");
  return (await cells.allTextContents()).map((text) => text.replace(/[$,]/g, ""));
}

test("sales of a period, as table and as file", async ({ page }) => {
  await signIn(page);
  await placedOrder(page);
  await page.goto("/backoffice/reports");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Sales by product" }).click();
  await expect(page.getByRole("row", { name: /Everyday mug/i })).toBeVisible();

  await page.getByRole("combobox", { name: "Period" }).click();
  await page.getByRole("option", { name: "Today", exact: true }).click();
  await page.getByRole("combobox", { name: "Compare with" }).click();
  await page.getByRole("option", { name: "Nothing" }).click();
  await expect(page).toHaveURL(/period=today/);
  await expect(page.getByRole("row", { name: /Everyday mug/i })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  const shown = await totals(page);
  await page.getByRole("link", { name: "Download CSV" }).click();
  const file = readFileSync(await (await download).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(file.at(-1)?.split(",").slice(1)).toEqual(shown);
  expect(shown[0]).toMatch(/^[1-9]/);

  await page.reload();
  await expect(page.getByRole("combobox", { name: "Period" })).toHaveValue("Today");
});

test("a report is mailed on a schedule @phone", async ({ page }) => {
  const { email } = await signIn(page);
  await page.goto("/backoffice/reports/sales");
  await page.getByRole("button", { name: "Email this report" }).click();
  const panel = page.getByRole("dialog", { name: "Email this report" });
  await panel.getByRole("combobox", { name: "To" }).click();
  await page.getByRole("option", { name: new RegExp(email) }).click();
  await page.keyboard.press("Escape");
  await panel.getByLabel("At").fill("06:30");
  await panel.getByRole("button", { name: "Schedule email" }).click();
  await expect(panel.getByText("Monday at 6:30 AM")).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText(`Test sent to ${email}`)).toBeVisible();
  const mail = await emailTo(email, ({ text }) => text.includes("backoffice/reports/sales"));
  expect(mail.text).toContain("Sales over time");
  expect(mail.text).toContain("Revenue:");

  await panel.getByRole("button", { name: "Pause" }).click();
  await expect(panel.getByText("Paused", { exact: true })).toBeVisible();
  await panel.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Schedule deleted")).toBeVisible();
});
