import { expect, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { signIn } from "./operator";

test("a setting is changed, reaches the shop and takes its default again", async ({ page }) => {
  test.slow();
  await signIn(page);
  await page.goto("/backoffice/settings/orders");
  await expect(page.getByRole("heading", { level: 1, name: "Orders and returns" })).toBeVisible();
  await expectAccessible(page);
  const wrap = page.getByRole("textbox", { name: "Name of the gift wrap" });
  await wrap.fill("Linen wrap");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden();
  // The process that answers has taken the change over.
  await expect(page.getByText("Saved. The shop is taking the change over")).toBeHidden({
    timeout: 30_000,
  });
  await page.reload();
  await expect(wrap).toHaveValue("Linen wrap");
  await page.getByRole("button", { name: "Use default (Name of the gift wrap)" }).click();
  await expect(wrap).toHaveValue("Gift wrap");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden();
  await page.reload();
  await expect(wrap).toHaveValue("Gift wrap");

  await page.getByRole("link", { name: "Email", exact: true }).click();
  await page.getByRole("textbox", { name: "Sender" }).fill("nobody");
  await page.getByRole("button", { name: "Send me a test email" }).click();
  await expect(page.getByText("Enter an email address such as shop@example.com")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Send me a test email" }).click();
  await expect(page.getByText(/written to the outbox/)).toBeVisible();
  await page.getByRole("link", { name: "Server", exact: true }).click();
  await expect(page.getByText("STALLAGE_DATABASE_URL").first()).toBeVisible();
  await expectAccessible(page);
});
