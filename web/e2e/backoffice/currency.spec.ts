import { expect, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { signIn } from "./operator";

test("a rounding is tried on the shop's prices, saved and taken back", async ({ page }) => {
  test.slow();
  await signIn(page);
  await page.goto("/backoffice/settings/currency");
  await expect(
    page.getByRole("heading", { level: 1, name: "Currency and rounding" }),
  ).toBeVisible();
  const preview = page.getByRole("region", { name: "Preview" });
  const price = preview.getByRole("row").nth(1).getByRole("cell").last();
  await expect(price).toHaveText(/^\$/);
  await expectAccessible(page);
  await page.getByRole("radio", { name: "The nearest price with an ending" }).check();
  await page.getByRole("button", { name: "…95" }).click();
  await expect(price).toHaveText(/\.95$/);
  await expectAccessible(page);

  // A step of one cent changes no price, so that other tests see the prices they expect.
  await page.getByRole("radio", { name: "The nearest step" }).check();
  const step = page.getByRole("textbox", { name: "Step" });
  await step.fill("0.01");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden();
  await expect(page.getByText("Saved. The shop is taking the change over")).toBeHidden({
    timeout: 30_000,
  });
  await page.reload();
  await expect(step).toHaveValue("0.01");

  await page.getByRole("button", { name: /^Undo/ }).first().click();
  await expect(page.getByRole("radio", { name: /The exact price/ })).toBeChecked();
});
