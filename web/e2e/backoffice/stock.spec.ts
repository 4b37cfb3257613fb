import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { signIn } from "./operator";

/** A location of its own, so that the journey does not depend on what others do. */
async function addLocation(page: Page, name: string): Promise<void> {
  await page.goto("/backoffice/stock/locations");
  await page.getByRole("button", { name: "Add location" }).click();
  const panel = page.getByRole("dialog", { name: "Add location" });
  await panel.getByLabel("Name").fill(name);
  await panel.getByLabel("Priority").fill("50");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
}

/** The figures of the open item: what can be ordered, held, sold and supplied. */
async function sumOf(page: Page): Promise<number[]> {
  const units = page.getByRole("region", { name: "Units" });
  await expect(units.getByText("Supplied")).toBeVisible();
  const values = await units.locator("dl").first().locator("dd").allTextContents();
  return values.map((value) => Number(value.replaceAll(",", "")));
}

test("units are delivered, moved and counted, and the history adds up", async ({ page }) => {
  await signIn(page);
  const location = `Store ${Date.now()}`;
  await addLocation(page, location);
  await expectAccessible(page);

  await page.getByRole("link", { name: "Deliveries" }).first().click();
  await page.getByRole("link", { name: "New delivery" }).first().click();
  await page.getByLabel("Supplier").fill("Kiln & Co");
  await page.getByLabel("Scan or find an item").fill("everyday mug");
  await expect(page.getByRole("list", { name: "Matches" })).toBeVisible();
  await page.getByLabel("Scan or find an item").press("Enter");
  await page.getByLabel(/^Units of/).fill("12");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Plan delivery" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Kiln & Co/ })).toBeVisible();
  const item = page.getByRole("region", { name: "Items" }).getByRole("link");
  const path = (await item.getAttribute("href")) ?? "";
  await page.getByRole("button", { name: "Receive" }).click();
  const receive = page.getByRole("region", { name: "Receive" });
  await receive.getByLabel(/^Units of/).fill("5");
  await receive.getByRole("button", { name: "Add 5 units" }).click();
  await expect(page.getByText("5 of 12")).toBeVisible();
  await expect(page.getByText("Received in part")).toBeVisible();

  await page.goto(path);
  await expect(page.getByText("+5 Delivery")).toBeVisible();
  const [sellable = 0, held = 0, sold = 0, supplied = 0] = await sumOf(page);
  expect(sellable + held + sold).toBe(supplied);
  await page.getByRole("button", { name: "Move units" }).click();
  const move = page.getByRole("region", { name: "Move units" });
  await choose(page, "To", location);
  await move.getByLabel("Units").fill("4");
  await expect(move.getByText("0 → 4")).toBeVisible();
  await expectAccessible(page);
  await move.getByRole("button", { name: "Move 4 units" }).click();
  await expect(page.getByText(`+4 Moved here · ${location}`)).toBeVisible();

  await page.goto("/backoffice/stock/counts?new");
  await choose(page, "Location", location);
  await page.getByRole("button", { name: "Open count sheet" }).click();
  await page.getByLabel("Scan or find an item").fill("everyday mug");
  await expect(page.getByRole("list", { name: "Matches" })).toBeVisible();
  await page.getByLabel("Scan or find an item").press("Enter");
  await page.getByLabel("Counted units").fill("3");
  await page.getByRole("button", { name: "Save figure: 3" }).click();
  await expect(page.getByText("4 expected")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Apply differences" }).click();
  await expect(page.getByText("Applied").first()).toBeVisible();

  await page.goto(path);
  await expect(page.getByText(`−1 Count · ${location}`)).toBeVisible();
  const [after = 0, heldNow = 0, soldNow = 0, suppliedNow = 0] = await sumOf(page);
  expect(after + heldNow + soldNow).toBe(suppliedNow);
  await expectAccessible(page);
});

test("units are sent to another location and arrive, less one that broke", async ({ page }) => {
  await signIn(page);
  const location = `Outlet ${Date.now()}`;
  await addLocation(page, location);
  await page.getByRole("link", { name: "Transfers" }).first().click();
  await page.getByRole("link", { name: "New transfer" }).first().click();
  await page.getByLabel("Scan or find an item").fill("everyday mug");
  await expect(page.getByRole("list", { name: "Matches" })).toBeVisible();
  await page.getByLabel("Scan or find an item").press("Enter");
  await page.getByLabel(/^Units of/).fill("3");
  await choose(page, "To", location);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create transfer" }).click();
  await expect(page.getByText("Draft", { exact: true })).toBeVisible();
  const item = page.getByRole("region", { name: "Items" }).getByRole("link");
  const path = (await item.getAttribute("href")) ?? "";
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Under way")).toBeVisible();
  await page.getByRole("button", { name: "Receive" }).click();
  const receive = page.getByRole("region", { name: "Receive" });
  await receive.getByLabel(/^Damaged or lost units/).fill("1");
  await expectAccessible(page);
  await receive.getByRole("button", { name: "Add 2 units" }).click();
  await expect(page.getByText("2 of 3")).toBeVisible();

  await page.goto(path);
  await expect(page.getByText(`−1 Damaged or lost · ${location}`)).toBeVisible();
  await expect(page.getByText(`+3 Moved here · ${location}`)).toBeVisible();
  const [sellable = 0, held = 0, sold = 0, supplied = 0] = await sumOf(page);
  expect(sellable + held + sold).toBe(supplied);
});

test("a category gets a low-stock level, and team members an email", async ({ page }) => {
  await signIn(page);
  await page.goto("/backoffice/stock/low-levels");
  const levels = page.getByRole("region", { name: "Levels", exact: true });
  await levels.getByRole("combobox", { name: "Add a category" }).fill("mirrors");
  await page.getByRole("option", { name: /Mirrors$/ }).click();
  await levels.getByLabel(/Mirrors, low from$/).fill("5000");
  await choose(page, "Send", "Soon, at most once an hour");
  await page.getByRole("combobox", { name: "Recipients" }).click();
  await page.getByRole("option").first().click();
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden();
  await expect(levels.getByText(/^For [1-9]\d* items?, [1-9]\d* low$/)).not.toHaveCount(0);

  await page.goto("/backoffice/stock?show=low");
  await expect(page.getByText("5,000, from Mirrors").first()).toBeVisible();

  // As it was, for the other journeys.
  await page.goto("/backoffice/stock/low-levels");
  await levels.getByRole("button", { name: /^Remove the level of .*Mirrors$/ }).click();
  await choose(page, "Send", "Never");
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByText("Low-stock levels saved")).toBeVisible();
});
