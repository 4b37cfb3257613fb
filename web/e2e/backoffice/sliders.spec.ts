import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { signIn } from "./operator";

const preview = (page: Page) => page.frameLocator("iframe");

async function addFirstProduct(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Add product" }).click();
  await page.getByRole("option").first().click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
}

test("sliders and sections are created, ordered by keys and shown to shoppers", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/backoffice/storefront/sliders");
  const sliders = page.getByRole("region", { name: "Sliders", exact: true });
  await sliders.getByRole("link", { name: "Add slider" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Winter table");
  await page.getByLabel("Text of the button").fill("Set the table");
  await addFirstProduct(page);
  await expect(preview(page).getByRole("link", { name: "Set the table" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create slider" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Winter table" })).toBeVisible();

  await page.getByRole("link", { name: "Back" }).click();
  await page.getByRole("button", { name: "Move Winter table" }).focus();
  await page.keyboard.press("Home");
  await expect(page.getByText("Order saved")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Add section" }).click();
  await page.getByLabel("Title", { exact: true }).fill("For the table");
  await page.getByLabel("Title of the tile").fill("Plates");
  await addFirstProduct(page);
  await expect(preview(page).getByRole("heading", { name: "For the table" })).toBeVisible();
  await page.getByRole("button", { name: "Create section" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "For the table" })).toBeVisible();
  await page.getByLabel("Title", { exact: true }).fill("Set the table");
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden();

  const shopper = await page.context().newPage();
  await shopper.goto("/");
  await expect(shopper.getByRole("heading", { level: 1 })).toHaveText("Winter table");
  await expect(shopper.getByRole("heading", { name: "Set the table" })).toBeAttached();
  await shopper.close();

  const remove = async (title: string) => {
    await page.goto("/backoffice/storefront/sliders");
    await page.getByRole("link", { name: title, exact: true }).click();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText(`${title} deleted`)).toBeVisible();
  };
  await remove("Winter table");
  await remove("Set the table");
});
