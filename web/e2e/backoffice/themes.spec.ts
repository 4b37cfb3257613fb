import { expect, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { signIn } from "./operator";

test("a theme is previewed, mended, published and taken back", async ({ page }) => {
  test.slow();
  await signIn(page);
  await page.goto("/backoffice/settings/themes");
  await page.getByRole("button", { name: "New theme", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Name", exact: true });
  await expect(field).toHaveValue(/^New theme/);
  const name = await field.inputValue();
  const shop = page.frameLocator("iframe[title='Preview of the storefront']");
  await expect(page.locator("[aria-busy='false'] > iframe")).toBeVisible();
  const html = shop.locator("html");

  await page.getByRole("textbox", { name: "Secondary text", exact: true }).fill("#bbbbbb");
  await expect(html).toHaveCSS("--ink-2", "#bbbbbb");
  await expect(page.getByRole("button", { name: "Publish" })).toBeDisabled();
  // Closes the picker.
  await page.getByRole("heading", { level: 1 }).click();
  await expect(page.locator(".mantine-ColorInput-dropdown")).toBeHidden();
  await expectAccessible(page);
  const contrast = page.getByRole("group", { name: "Contrast of Secondary text" });
  await contrast.getByRole("button", { name: /^Use #/ }).click();
  await expect(contrast).toBeHidden();
  await page.getByRole("textbox", { name: "Primary colour", exact: true }).fill("#402080");
  await expect(html).toHaveCSS("--primary", "#402080");
  await page.getByText("Dark", { exact: true }).click();
  await expect(html).toHaveCSS("--primary", "#b19dff");

  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden();
  const style = async () => (await page.request.get("/")).text();
  expect(await style()).not.toContain("#402080");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Shoppers see the theme")).toBeVisible();
  // A busy server sends the previous page while it renders the next one.
  await expect.poll(style).toContain("--primary:#402080");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByText("Undone")).toBeVisible();
  await expect.poll(style).not.toContain("#402080");

  await page.goto("/backoffice/settings/themes");
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name, exact: true })).toBeHidden();
});
